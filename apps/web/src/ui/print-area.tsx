import { useEffect, type ReactNode } from 'react';
import './print-area.css';

/** Prints only this area of the page, on one sheet, in the light theme. */
export function PrintArea({ children }: { children: ReactNode }) {
  useEffect(printInDaylight, []);
  return <div className="print-area">{children}</div>;
}

function printInDaylight(): () => void {
  const page = document.documentElement;
  let theme: string | undefined;
  const before = () => {
    theme = page.dataset.theme;
    page.dataset.theme = 'light';
  };
  const after = () => {
    page.dataset.theme = theme;
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
