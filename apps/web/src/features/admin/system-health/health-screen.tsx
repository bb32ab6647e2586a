import { PageTitle } from '../../../ui/page-title.tsx';
import { SystemHealthSheet } from './system-health.tsx';
import { useHealth } from './use-health.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import '../dashboard/dashboard.css';

/** Health of M-PESA, messages, jobs and the ledger, as a page of the settings. */
export function HealthScreen() {
  return (
    <>
      <PageTitle title="Health" />
      <SettingsTabs />
      <SystemHealthSheet health={useHealth()} isOpen />
    </>
  );
}
