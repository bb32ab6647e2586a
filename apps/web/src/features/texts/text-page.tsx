import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page-title.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';

/** A page to read: open to everybody, signed in or not. */
export function TextPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <div data-area="consumer">
      <div className="selvage" aria-hidden="true" />
      <header className="text-head">
        <Link className="logo" to="/" aria-label="Zawadi">
          <img src="/cloth/mark.svg" alt="" width="32" height="32" />
          <span>Zawadi</span>
        </Link>
        <ThemeButton />
      </header>
      <main className="text-page">
        <PageTitle title={title}>{intro}</PageTitle>
        {children}
        <footer className="row small">
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
          <Link to="/support">Support</Link>
        </footer>
      </main>
    </div>
  );
}
