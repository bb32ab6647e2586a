import type { ReactNode } from 'react';
import { unbroken } from '../i18n/unbroken.tsx';

export type Fact = { label: string; value: ReactNode };

/** List of labels and values, one per line; leaves out missing facts. */
export function Facts({ facts }: { facts: readonly (Fact | false)[] }) {
  return (
    <dl className="facts">
      {facts
        .filter((fact) => fact !== false)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{unbroken(label)}</dt>
            <dd>{inOneLine(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

const AMOUNT = /^[-−–]?\s?KES\s[\d,.]+$/u;

/** Keeps a value that is an amount on one line; without this, a long label breaks it within its digits. */
function inOneLine(value: ReactNode): ReactNode {
  const isAmount = typeof value === 'string' && AMOUNT.test(value);
  return isAmount ? <span className="nowrap">{value}</span> : unbroken(value);
}
