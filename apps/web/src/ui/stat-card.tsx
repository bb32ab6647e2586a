import type { CSSProperties, ReactNode } from 'react';
import { SkeletonBlock } from './skeleton.tsx';

/**
 * Row of figures on desktops, stacked on phones.
 * @param props.count number of figures
 */
export function StatCards({
  count,
  isBusy,
  children,
}: {
  count: number;
  isBusy: boolean;
  children: ReactNode;
}) {
  return (
    <dl className="stats" style={{ '--n': count } as CSSProperties} aria-busy={isBusy || undefined}>
      {children}
    </dl>
  );
}

/** One figure with its label, and a note below it. A note that is `null` takes its space until it has loaded. */
export function StatCard({
  label,
  note,
  children,
}: {
  label: string;
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="v">{children ?? <SkeletonBlock width="5rem" height="0.85em" />}</dd>
      {note !== undefined && <dd className="d">{note ?? '\u00a0'}</dd>}
    </div>
  );
}
