import {
  ArrowRightLeft,
  ChartColumn,
  FolderSearch,
  Landmark,
  LayoutDashboard,
  Mail,
  NotebookPen,
  Scale,
  Settings,
  ShieldAlert,
  Store,
  Users,
} from 'lucide-react';
import { useEffect } from 'react';
import type { Work } from '@zawadi/contract/work-list';
import { SavedViews } from '../admin/saved-views/saved-views.tsx';
import { SearchButton } from '../admin/search/search-button.tsx';
import { useWorkList } from '../admin/work-list/use-work-list.ts';
import { initials } from '../../ui/initials.ts';
import { ageText } from '../../ui/time-text.ts';
import { FilterBarEnd } from '../lists/filter-bar-end.ts';
import { useAdministrator, useSession } from '../session/session.tsx';
import { Frame } from './frame.tsx';
import { pageNameIn, sectionIn } from './page-name-in.ts';
import { PagePending } from './page-pending.tsx';
import { ThemeItem } from './theme-item.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { watchActivity } from './watch-activity.ts';

/** The administrators' menu, in the order of the sidebar. */
const adminMenu: readonly MenuEntry[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/merchants', label: 'Merchants', icon: Store },
  { to: '/admin/transactions', label: 'Transactions', icon: ArrowRightLeft },
  { to: '/admin/settlements', label: 'Settlements', icon: Landmark },
  { to: '/admin/reports', label: 'Reports', icon: ChartColumn },
  { to: '/admin/reconciliation', label: 'Reconciliation', icon: Scale },
  { to: '/admin/posting-requests', label: 'Posting desk', icon: NotebookPen },
  { to: '/admin/fraud-alerts', label: 'Fraud desk', icon: ShieldAlert },
  { to: '/admin/fraud-cases', label: 'Fraud cases', icon: FolderSearch },
  { to: '/admin/support', label: 'Support', icon: Mail },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
];

const ROLES = {
  administrator: 'System Administrator',
  finance: 'Finance',
  support: 'Support',
  'read-only': 'Read-only',
} as const;

const VIEWS = <SavedViews />;

/** Frame around all screens of administrators. */
export function AdminShell() {
  const { administrator } = useSession();
  useEffect(watchActivity, []);
  const { total = 0, work = [] } = useWorkList({ isOn: administrator !== undefined }).data ?? {};
  const approvals = work.find(({ kind }) => kind === 'approvals');
  const counts: Record<string, Pick<MenuEntry, 'count' | 'countOf'>> = {
    '/admin': { count: total },
    '/admin/transactions': approvals === undefined ? {} : approvalsCount(approvals),
  };
  const menu = adminMenu.map((entry) => ({ ...entry, ...counts[entry.to] }));
  // Between the end of a session and the sign-in page, React renders once without a user.
  if (administrator === undefined) return <PagePending />;
  return (
    <FilterBarEnd value={VIEWS}>
      <Frame
        area="admin"
        home={{ to: '/admin', label: 'Admin', ownLabel: 'Admin' }}
        menu={menu}
        pageName={(pathname) => pageNameIn(adminMenu, pathname)}
        section={(pathname) => sectionIn(adminMenu, pathname)}
        Who={Person}
        tools={<SearchButton />}
      />
    </FilterBarEnd>
  );
}

function approvalsCount({ count, oldestAt }: Work): Pick<MenuEntry, 'count' | 'countOf'> {
  const waiting = count === 1 ? 'request waits for approval' : 'requests wait for approval';
  return { count, countOf: `${waiting}, the oldest for ${ageText(new Date(oldestAt))}` };
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
