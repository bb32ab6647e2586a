import type { ReactNode } from 'react';
import { unbroken } from '../i18n/unbroken.tsx';

/** State of an empty list: a dashed ticket, one sentence, one action. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="blank">
      <svg className="glyph" viewBox="0 0 88 88" aria-hidden="true" fill="none" strokeWidth="2.5">
        <path
          className="glyph-line"
          d="M8 20h72v16a8 8 0 0 0 0 16v16H8V52a8 8 0 0 0 0-16z"
          strokeDasharray="5 5"
        />
        <path className="glyph-knot" d="M44 30 58 44 44 58 30 44z" />
        <path className="glyph-hole" d="M44 37 51 44 44 51 37 44z" />
      </svg>
      <h2>{unbroken(title)}</h2>
      {children !== undefined && <p>{unbroken(children)}</p>}
      {action}
    </div>
  );
}
