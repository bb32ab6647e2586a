import { Gift, LayoutDashboard, Ticket, Wallet } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Phrase } from '../../i18n/say.ts';

/** The consumer's menu, in the order of the sidebar. */
export const menu = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/dashboard/buy-gifts', label: 'Buy Gift Cards', icon: Gift },
  { to: '/dashboard/redeem', label: 'Redeem', icon: Ticket },
  { to: '/dashboard/wallet', label: 'My Wallet', icon: Wallet },
] as const satisfies readonly { to: string; label: Phrase; icon: LucideIcon }[];

/** The name of a page in the breadcrumbs. */
export function pageName(pathname: string): Phrase {
  const path = pathname.replace(/\/$/u, '');
  if (path === '/dashboard/profile') return 'Profile';
  if (path === '/dashboard/transactions') return 'Transaction History';
  return menu.find(({ to }) => to === path)?.label ?? 'Dashboard';
}
