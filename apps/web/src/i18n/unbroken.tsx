import { Children, Fragment } from 'react';
import type { ReactNode } from 'react';

// The specification writes "M-Pesa" in the payment method and the pay-out channels.
const NAME = /(M-PESA|M-Pesa)/u;

/**
 * Keeps "M-PESA" on one line, because browsers wrap words at a hyphen. Returns anything other than a text unchanged.
 */
export function unbroken(text: ReactNode): ReactNode {
  if (Array.isArray(text)) return Children.map(text as readonly ReactNode[], unbroken);
  if (typeof text !== 'string' || !NAME.test(text)) return text;
  return text.split(NAME).map((piece, index) => (
    // The pieces of one text never change places, and every second one is the name.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{index % 2 === 0 ? piece : <span className="nowrap">{piece}</span>}</Fragment>
  ));
}
