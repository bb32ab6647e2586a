import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSession } from '../session/session.tsx';
import type { MenuEntry } from './menu-entry.ts';

type SidebarContentProps = {
  home: MenuEntry['to'];
  menu: readonly MenuEntry[];
  onNavigate: (() => void) | undefined;
  children: ReactNode;
};

/** Logo, menu, who is signed in, and Logout: the same in the sidebar and in the panel that slides over. */
export function SidebarContent({ home, menu, onNavigate, children }: SidebarContentProps) {
  const { signOut } = useSession();
  return (
    <>
      <Link className="logo" to={home} onClick={onNavigate}>
        <img src="/cloth/mark.svg" alt="" width="32" height="32" />
        <span className="t">Zawadi</span>
      </Link>
      <nav aria-label={say('Main')}>
        <ul className="nav">
          {menu.map(({ to, label, icon }) => (
            <li key={to} data-tip={label}>
              <Link to={to} activeOptions={{ exact: to === home, includeSearch: false }} onClick={onNavigate}>
                <Icon of={icon} />
                <span className="t">{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="foot">
        {children}
        <ul className="nav">
          <li data-tip={say('Logout')}>
            <button type="button" onClick={() => void signOut()}>
              <Icon of={LogOut} />
              <span className="t">{say('Logout')}</span>
            </button>
          </li>
        </ul>
      </div>
    </>
  );
}
