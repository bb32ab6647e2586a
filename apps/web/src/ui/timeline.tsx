import type { ReactNode } from 'react';
import { unbroken } from '../i18n/unbroken.tsx';
import '../styles/progress-layer.css';

export type TimelineItem = {
  key: string;
  /** `done`: happened. `now`: awaited. `failed`: failed. `ahead`: coming later. */
  state: 'done' | 'now' | 'failed' | 'ahead';
  title: ReactNode;
  time?: string;
  note?: ReactNode;
};

const CLASSES = { done: 'ok', now: 'now', failed: 'bad', ahead: undefined } as const;

/** The events of a payment as knots on a thread. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="thread">
      {items.map((item) => (
        <li key={item.key} className={CLASSES[item.state]}>
          {item.state === 'ahead' ? (
            <span className="muted">{unbroken(item.title)}</span>
          ) : (
            <b className="strong">{unbroken(item.title)}</b>
          )}
          {item.time !== undefined && <span className="tiny muted num nowrap"> {item.time}</span>}
          {item.note !== undefined && <p className="small muted">{unbroken(item.note)}</p>}
        </li>
      ))}
    </ol>
  );
}
