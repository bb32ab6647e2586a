import type { ReactNode } from 'react';
import './tab-links.css';

/** Pages that belong together, as links of the router; the one that is open says so by itself. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="tab-links" aria-label={label}>
      {children}
    </nav>
  );
}

/** How many there are, beside the word of a tab; nothing when there are none. */
export function TabCount({ count }: { count: number | undefined }) {
  if (count === undefined || count === 0) return null;
  return <span className="tab-count num">{count.toLocaleString('en-KE')}</span>;
}
