import { Link } from '@tanstack/react-router';
import type { Cloth } from '@zawadi/contract/purchases';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';

/** The page around a gift, hemmed with its cloth. */
export function VoucherFrame({ cloth, children }: { cloth: Cloth; children: ReactNode }) {
  return (
    <>
      <div data-cloth={cloth}>
        <div className="hem" aria-hidden="true" />
      </div>
      <main className="public">
        <header className="spread">
          <Link className="logo" to="/" aria-label="Zawadi">
            <img src="/cloth/mark.svg" alt="" width="32" height="32" />
            <span>Zawadi</span>
          </Link>
          <span className="row">
            <LanguageSwitch />
            <ThemeButton />
          </span>
        </header>
        {children}
      </main>
    </>
  );
}
