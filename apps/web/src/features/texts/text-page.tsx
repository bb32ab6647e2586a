import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PublicHead } from '../shell/public-head.tsx';

/** Page of a long text, for signed-in and signed-out visitors. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div data-area="consumer">
      <div className="selvage" aria-hidden="true" />
      <PublicHead className="text-head" />
      <main className="text-page">
        <PageTitle title={title} />
        {children}
        <footer className="row small">
          <Link to="/terms">{say('Terms')}</Link>
          <Link to="/privacy">{say('Privacy')}</Link>
          <Link to="/support">{say('Support')}</Link>
        </footer>
      </main>
    </div>
  );
}
