import { initials } from '../../ui/initials.ts';
import { useAdministrator, useSession } from '../session/session.tsx';
import { adminMenu } from './admin-menu.ts';
import { Frame } from './frame.tsx';
import { pageNameIn } from './page-name-in.ts';
import { PagePending } from './page-pending.tsx';
import { ThemeItem } from './theme-item.tsx';

const ROLES = {
  administrator: 'System Administrator',
  finance: 'Finance',
  support: 'Support',
  'read-only': 'Read-only',
} as const;

/** The frame around every screen of the administrators. */
export function AdminShell() {
  const { administrator } = useSession();
  // Between the end of a session and the login there is one frame without anybody.
  if (administrator === undefined) return <PagePending />;
  return (
    <Frame
      area="admin"
      home={{ to: '/admin', label: 'Admin', ownLabel: 'Admin' }}
      menu={adminMenu}
      pageName={(pathname) => pageNameIn(adminMenu, pathname)}
      Who={Person}
    />
  );
}

function Person() {
  const { name, staffRole } = useAdministrator();
  return (
    <>
      <div className="who">
        <span className="avatar" aria-hidden="true">
          {initials(name)}
        </span>
        <span className="t">
          <b>{name}</b>
          <span>{ROLES[staffRole]}</span>
        </span>
      </div>
      <ThemeItem />
    </>
  );
}
