import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { say } from '../../i18n/say.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSession, useUser } from '../session/session.tsx';
import { menu } from './menu.ts';

/** Logo, menu, profile and Logout: the same in the sidebar and in the panel that slides over. */
export function SidebarContent({ onNavigate }: { onNavigate?: () => void }) {
  const user = useUser();
  const { signOut } = useSession();
  const fullName = `${user.firstName} ${user.lastName}`;
  return (
    <>
      <Link className="logo" to="/dashboard" onClick={onNavigate}>
        <img src="/cloth/mark.svg" alt="" width="32" height="32" />
        <span className="t">Zawadi</span>
      </Link>
      <nav aria-label={say('Main')}>
        <ul className="nav">
          {menu.map(({ to, label, icon }) => (
            <li key={to} data-tip={say(label)}>
              <Link to={to} activeOptions={{ exact: true, includeSearch: false }} onClick={onNavigate}>
                <Icon of={icon} />
                <span className="t">{say(label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="foot">
        <Link className="who" to="/dashboard/profile" onClick={onNavigate}>
          <Avatar name={fullName} pictureUrl={user.pictureUrl} />
          <span className="sr">{say('Profile of ')}</span>
          <span className="t">
            <b>{fullName}</b>
            <span>{user.email}</span>
          </span>
        </Link>
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
