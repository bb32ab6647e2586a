import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';

/** A page to read, with or without a session. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div data-area="consumer">
      <div className="selvage" aria-hidden="true" />
      <header className="text-head">
        <Link className="logo" to="/" aria-label="Zawadi">
          <img src="/cloth/mark.svg" alt="" width="32" height="32" />
          <span>Zawadi</span>
        </Link>
        <span className="row">
          <LanguageSwitch />
          <ThemeButton />
        </span>
      </header>
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
