import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';
import { useSession } from '../session/session.tsx';

/** The frame of a merchant's or an administrator's single page. */
export function AreaFrame({ area, children }: { area: 'merchant' | 'admin'; children: ReactNode }) {
  const { signOut } = useSession();
  return (
    <div data-area={area}>
      <div className="selvage" aria-hidden="true" />
      <header className="text-head">
        <span className="logo">
          <img src="/cloth/mark.svg" alt="" width="32" height="32" />
          <span>Zawadi</span>
        </span>
        <span className="row">
          <ThemeButton />
          <Button variant="secondary" small onClick={() => void signOut()}>
            <Icon of={LogOut} />
            {say('Logout')}
          </Button>
        </span>
      </header>
      <main className="text-page">{children}</main>
    </div>
  );
}
