import type { ReactNode } from 'react';

export type SumRow = { label: ReactNode; value: ReactNode; isTotal?: boolean };

/** Amounts as on a receipt: rows, a dotted line, the total. */
export function SumList({ rows }: { rows: readonly SumRow[] }) {
  return (
    <dl className="sum">
      {rows.map((row, index) => (
        <div key={index} className={row.isTotal ? 'total' : undefined}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
