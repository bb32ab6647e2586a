import { useQuery } from '@tanstack/react-query';
import { featureSwitches } from '@zawadi/contract/settings';
import { call, CallRefused } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { AdminSecurity } from './admin-security.tsx';
import { FeatureSwitchRow } from './feature-switch-row.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

/** What the operator switches on and off while the system runs, and the administrator's own account. */
export function SettingsScreen() {
  const list = useQuery({
    queryKey: queryKeys.featureSwitches,
    queryFn: ({ signal }) => call(featureSwitches, { signal }),
  });
  return (
    <>
      <PageTitle title="Settings">
        What customers can use, and what keeps your account. A change reaches everybody within a second.
      </PageTitle>
      <SettingsTabs />
      <div className="stack-5">
        <Sheet title="Features">
          {list.isPending && <ListSkeleton rows={2} />}
          {list.data !== undefined && (
            <ul className="feature-switches">
              {list.data.switches.map((feature) => (
                <FeatureSwitchRow key={feature.name} feature={feature} />
              ))}
            </ul>
          )}
          {list.isError && list.data === undefined && (
            <ErrorState
              title={list.error instanceof CallRefused ? list.error.message : 'Network error occurred'}
              onTryAgain={() => void list.refetch()}
              isTrying={list.isFetching}
            >
              Nothing was changed.
            </ErrorState>
          )}
        </Sheet>
        <AdminSecurity />
      </div>
    </>
  );
}
