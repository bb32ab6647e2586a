import { SectionTabs } from '../../lists/section-tabs.tsx';

/** Tabs: fraud alerts, and the block list. */
export function FraudTabs() {
  return (
    <SectionTabs
      label="Fraud desk"
      tabs={[
        { to: '/admin/fraud-alerts', label: 'Alerts', isExact: true },
        { to: '/admin/fraud-alerts/block-list', label: 'Block list' },
      ]}
    />
  );
}
