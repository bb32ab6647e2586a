import {
  ArrowRightLeft,
  ChartColumn,
  Landmark,
  LayoutDashboard,
  Mail,
  Scale,
  Settings,
  Store,
  Users,
} from 'lucide-react';
import type { MenuEntry } from './menu-entry.ts';

/** The administrators' menu, in the order of the sidebar. */
export const adminMenu: readonly MenuEntry[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/merchants', label: 'Merchants', icon: Store },
  { to: '/admin/transactions', label: 'Transactions', icon: ArrowRightLeft },
  { to: '/admin/settlements', label: 'Settlements', icon: Landmark },
  { to: '/admin/reports', label: 'Reports', icon: ChartColumn },
  { to: '/admin/reconciliation', label: 'Reconciliation', icon: Scale },
  { to: '/admin/support', label: 'Support', icon: Mail },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
];
