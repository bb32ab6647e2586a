import type { ReactNode } from 'react';
import './print-area.css';

/** While this is on the screen, printing prints it and nothing else, on one page. */
export function PrintArea({ children }: { children: ReactNode }) {
  return <div className="print-area">{children}</div>;
}
