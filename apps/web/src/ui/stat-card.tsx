import type { CSSProperties, ReactNode } from 'react';
import { SkeletonBlock } from './skeleton.tsx';

/** Numbers side by side on desks, one below the other on phones. `count` is how many there are. */
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

/** One number with its name, and a note below it; a number or note that is `null` keeps its room until it is there. */
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
