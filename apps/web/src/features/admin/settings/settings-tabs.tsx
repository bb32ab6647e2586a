import { SectionTabs } from '../../lists/section-tabs.tsx';

const TABS = [
  { to: '/admin/settings', label: 'General', isExact: true },
  { to: '/admin/settings/administrators', label: 'Administrators' },
  { to: '/admin/settings/fees-and-limits', label: 'Fees and limits' },
  { to: '/admin/settings/bookkeeping', label: 'Bookkeeping' },
  { to: '/admin/settings/invoices', label: 'Invoices' },
  { to: '/admin/settings/messages', label: 'Messages' },
  { to: '/admin/settings/fraud-rules', label: 'Fraud rules' },
  { to: '/admin/settings/stops', label: 'Stops' },
  { to: '/admin/settings/health', label: 'Health' },
  { to: '/admin/settings/audit', label: 'Audit log' },
] as const;

export function SettingsTabs() {
  return <SectionTabs label="Settings" tabs={TABS} />;
}
