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
            <dd>{unbroken(value)}</dd>
          </div>
        ))}
    </dl>
  );
}
