import { SectionTabs } from '../../lists/section-tabs.tsx';

const TABS = [
  { to: '/admin/settlements', label: 'Batches', isExact: true },
  { to: '/admin/settlements/bank-files', label: 'Bank files' },
] as const;

export function SettlementTabs() {
  return <SectionTabs label="Settlements" tabs={TABS} />;
}
