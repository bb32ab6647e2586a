import { SectionTabs } from '../../lists/section-tabs.tsx';

const TABS = [
  { to: '/admin/reconciliation', label: 'Differences', isExact: true },
  { to: '/admin/reconciliation/statements', label: 'Statements' },
  { to: '/admin/reconciliation/balances', label: 'Balances at M-PESA' },
] as const;

export function ReconciliationTabs() {
  return <SectionTabs label="Reconciliation" tabs={TABS} />;
}
