import { Fragment } from 'react';
import type { ReactNode } from 'react';

const NAME = 'M-PESA';

/** A text in which no line ends within "M-PESA": browsers break words at a hyphen. What is not a text stays as it is. */
export function unbroken(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !text.includes(NAME)) return text;
  const [first, ...rest] = text.split(NAME);
  return (
    <>
      {first}
      {rest.map((after, index) => (
        // The pieces of one text never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          <span className="nowrap">{NAME}</span>
          {after}
        </Fragment>
      ))}
    </>
  );
}
