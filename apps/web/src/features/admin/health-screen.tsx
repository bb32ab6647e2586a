import { PageTitle } from '../../ui/page-title.tsx';
import { SystemHealthSheet } from './dashboard/system-health.tsx';
import { useHealth } from './dashboard/use-dashboard.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import './dashboard/dashboard.css';

/** Whether M-PESA, messages, jobs and the ledger work, beside the settings that depend on them. */
export function HealthScreen() {
  return (
    <>
      <PageTitle title="Health" />
      <SettingsTabs />
      <SystemHealthSheet health={useHealth()} isOpen />
    </>
  );
}
