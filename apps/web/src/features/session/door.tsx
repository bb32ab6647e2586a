import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { useDocumentTitle } from '../../ui/page-title.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';
import { unbroken } from '../../i18n/unbroken.tsx';
import '../../styles/door-layer.css';

type DoorProps = {
  area?: 'consumer' | 'merchant' | 'admin';
  title: string;
  /** Text printed on the cloth. */
  saying?: string;
  intro?: ReactNode;
  children: ReactNode;
};

/** Frame of the pages before the sign-in. It looks like a ticket, with a cloth and a stub. */
export function Door({
  area = 'consumer',
  title,
  saying = say('A gift that fits in an SMS.'),
  intro,
  children,
}: DoorProps) {
  useDocumentTitle(title);
  return (
    <div className="door" data-area={area}>
      <header className="door-cloth" data-cloth="plain">
        <Link className="logo" to="/" aria-label="Zawadi">
          <img src="/cloth/mark-on-cloth.svg" alt="" width="32" height="32" />
          <span>Zawadi</span>
        </Link>
        <p>{saying}</p>
      </header>
      <main className="door-form">
        <div className="stack">
          <div className="stack-2">
            <h1>{unbroken(title)}</h1>
            {intro !== undefined && <p className="muted">{unbroken(intro)}</p>}
          </div>
          {children}
        </div>
        <div className="door-corner">
          {area !== 'admin' && <LanguageSwitch />}
          <ThemeButton />
        </div>
      </main>
    </div>
  );
}
