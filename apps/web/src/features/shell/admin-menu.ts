import { LayoutDashboard, Settings } from 'lucide-react';
import type { MenuEntry } from './frame.tsx';

/** The administrators' menu, in the order of the sidebar. */
export const adminMenu: readonly MenuEntry[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
];
