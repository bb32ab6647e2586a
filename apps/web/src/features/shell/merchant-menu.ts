import {
  ArrowRightLeft,
  ChartColumn,
  CircleQuestionMark,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ScanLine,
  Settings,
} from 'lucide-react';
import type { MerchantStaffRole } from '@zawadi/contract/staff-roles';
import type { MenuEntry } from './menu-entry.ts';
import { pageNameIn } from './page-name-in.ts';

type Entry = MenuEntry & { isForCashiers?: true };

const entries: readonly Entry[] = [
  { to: '/merchant/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/merchant/dashboard/redeem', label: 'Redeem', icon: ScanLine, isForCashiers: true },
  { to: '/merchant/dashboard/transactions', label: 'Transactions', icon: ArrowRightLeft },
  { to: '/merchant/dashboard/settlements', label: 'Settlements', icon: Landmark },
  { to: '/merchant/dashboard/reports', label: 'Reports', icon: ChartColumn },
  { to: '/merchant/dashboard/api', label: 'API Access', icon: KeyRound },
  { to: '/merchant/dashboard/support', label: 'Support', icon: CircleQuestionMark, isForCashiers: true },
  { to: '/merchant/dashboard/settings', label: 'Settings', icon: Settings, isForCashiers: true },
];

/** The merchant's menu, as far as somebody of this role may go. */
export function merchantMenu(staffRole: MerchantStaffRole): readonly MenuEntry[] {
  return entries.filter(({ isForCashiers }) => staffRole !== 'cashier' || isForCashiers === true);
}

/** The name of a merchant's page in the breadcrumbs. */
export function merchantPageName(pathname: string): string {
  return pageNameIn(entries, pathname);
}
