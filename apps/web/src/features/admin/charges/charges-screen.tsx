import type { readCharges } from '@zawadi/contract/admin-charges';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { SettingsTabs } from '../settings-tabs.tsx';
import { useRights } from '../use-rights.ts';
import { InForce } from '../versions/in-force.tsx';
import { VersionList } from '../versions/version-list.tsx';
import { ChangeCharges } from './change-charges.tsx';
import { ChargesFacts } from './charges-facts.tsx';
import { describeCharges } from './charges-words.ts';
import { useCharges } from './use-charges.ts';
import { WithdrawCharges } from './withdraw-charges.tsx';

type ChargesState = CallAnswer<typeof readCharges>;

/** What is charged and how much may move: as it is, as it will be, and as it was. */
export function ChargesScreen() {
  const { data, error, isFetching, refetch } = useCharges();
  return (
    <>
      <PageTitle title="Fees and limits">
        A change counts for what is registered from then on; what was shown to somebody before keeps its fee.
      </PageTitle>
      <SettingsTabs />
      {data !== undefined && <Loaded state={data} />}
      {data === undefined && (
        <Sheet>
          {error === null ? (
            <ListSkeleton rows={6} />
          ) : (
            <LoadFailure title="Failed to load fees and limits" of={{ error, isFetching, refetch }} />
          )}
        </Sheet>
      )}
    </>
  );
}

function Loaded({ state }: { state: ChargesState }) {
  const { isAdministrator } = useRights();
  const [isChanging, setChanging] = useState(false);
  const upcoming = state.versions.filter((version) => version.state === 'upcoming');
  return (
    <>
      <WaitingApprovals kind="charges" />
      {upcoming.length > 0 && (
        <Alert>
          A change is on its way: {upcoming.map((one) => dateText(new Date(one.effectiveFrom))).join(', ')}.
          See below.
        </Alert>
      )}
      {isChanging ? (
        <ChangeCharges state={state} onClose={() => setChanging(false)} />
      ) : (
        <InForce onChange={() => setChanging(true)}>
          <ChargesFacts charges={state.current.charges} />
        </InForce>
      )}
      <Sheet title="Changes">
        {state.versions.length === 0 ? (
          <p className="pad muted">
            Fees and limits are as the configuration says. Each change appears here.
          </p>
        ) : (
          <VersionList
            versions={state.versions}
            before={describeCharges(state.configured)}
            describe={({ charges }) => describeCharges(charges)}
            TakeBack={isAdministrator ? WithdrawCharges : undefined}
          />
        )}
      </Sheet>
    </>
  );
}
