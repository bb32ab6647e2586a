import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type ErrorStateProps = {
  title: string;
  /** Reassurance about what is safe. */
  children?: ReactNode;
  onTryAgain?: () => void;
  isTrying?: boolean;
};

/** State of a failure: a torn ticket, the reason, a reassurance, and a Try Again button. */
export function ErrorState({ title, children, onTryAgain, isTrying = false }: ErrorStateProps) {
  return (
    <div className="blank" role="alert">
      <svg className="glyph" viewBox="0 0 88 88" aria-hidden="true" fill="none" strokeWidth="2.5">
        <path className="glyph-line" d="M8 20h34l-6 12 8 12-8 12 6 12H8V52a8 8 0 0 0 0-16z" />
        <path className="glyph-line" d="M50 20h30v16a8 8 0 0 0 0 16v16H50l-6-12 8-12-8-12z" />
        <path className="glyph-mark" d="M66 36v9" strokeWidth="4" strokeLinecap="round" />
        <circle className="glyph-dot" cx="66" cy="53" r="2.6" />
      </svg>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {onTryAgain !== undefined && (
        <Button variant="secondary" onClick={onTryAgain} isBusy={isTrying}>
          <Icon of={RefreshCw} />
          {say('Try Again')}
        </Button>
      )}
    </div>
  );
}
