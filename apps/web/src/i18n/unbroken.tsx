import { Children, Fragment } from 'react';
import type { ReactNode } from 'react';

// The second spelling is the specification's, of the method and of channels.
const NAME = /(M-PESA|M-Pesa)/u;

/** A text in which no line ends within "M-PESA": browsers break words at a hyphen. What is not a text stays as it is. */
export function unbroken(text: ReactNode): ReactNode {
  if (Array.isArray(text)) return Children.map(text as readonly ReactNode[], unbroken);
  if (typeof text !== 'string' || !NAME.test(text)) return text;
  return text.split(NAME).map((piece, index) => (
    // The pieces of one text never change places, and every second one is the name.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{index % 2 === 0 ? piece : <span className="nowrap">{piece}</span>}</Fragment>
  ));
}
