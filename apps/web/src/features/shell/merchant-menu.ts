import { LayoutDashboard, ScanLine } from 'lucide-react';
import type { MerchantStaffRole } from '@zawadi/contract/staff-roles';
import type { MenuEntry } from './frame.tsx';
import { pageNameIn } from './page-name-in.ts';

type Entry = MenuEntry & { isForCashiers?: true };

const entries: readonly Entry[] = [
  { to: '/merchant/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/merchant/dashboard/redeem', label: 'Redeem', icon: ScanLine, isForCashiers: true },
];

/** The merchant's menu, as far as somebody of this role may go. */
export function merchantMenu(staffRole: MerchantStaffRole): readonly MenuEntry[] {
  return entries.filter(({ isForCashiers }) => staffRole !== 'cashier' || isForCashiers === true);
}

/** The name of a merchant's page in the breadcrumbs. */
export function merchantPageName(pathname: string): string {
  return pageNameIn(entries, pathname);
}
