import {
  withdrawFeesAndLimits,
  type FeesAndLimits,
  type FeesAndLimitsVersion,
  type readFeesAndLimits,
} from '@zawadi/contract/fees-and-limits';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { Facts } from '../../../ui/facts.tsx';
import { call } from '../../../api/call.ts';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { useRights } from '../use-rights.ts';
import { InForce } from '../versions/in-force.tsx';
import { TakeBack } from '../versions/take-back.tsx';
import { Changes } from '../versions/version-list.tsx';
import { ChangeFeesAndLimits } from './change-fees-and-limits.tsx';
import { describeFeesAndLimits } from './describe-fees-and-limits.ts';
import { useFeesAndLimits, useRefreshFeesAndLimits } from './use-fees-and-limits.ts';

type FeesAndLimitsState = CallAnswer<typeof readFeesAndLimits>;

/** Shows current, planned and past fees and limits. */
export function FeesAndLimitsScreen() {
  return (
    <SettingsPage title="Fees and limits" query={useFeesAndLimits()} failed="Failed to load fees and limits">
      {(state) => <Loaded state={state} />}
    </SettingsPage>
  );
}

function Loaded({ state }: { state: FeesAndLimitsState }) {
  const { isAdministrator } = useRights();
  const [isChanging, setChanging] = useState(false);
  const upcoming = state.versions.filter((version) => version.state === 'upcoming');
  return (
    <>
      <WaitingApprovals kind="fees-and-limits" />
      {upcoming.length > 0 && (
        <Alert>
          A change is on its way: {upcoming.map((one) => dateText(new Date(one.effectiveFrom))).join(', ')}.
          See below.
        </Alert>
      )}
      {isChanging ? (
        <ChangeFeesAndLimits state={state} onClose={() => setChanging(false)} />
      ) : (
        <InForce onChange={() => setChanging(true)}>
          <FeesAndLimitsFacts feesAndLimits={state.current.feesAndLimits} />
        </InForce>
      )}
      <Changes
        versions={state.versions}
        before={describeFeesAndLimits(state.configured)}
        describe={({ feesAndLimits }) => describeFeesAndLimits(feesAndLimits)}
        TakeBack={isAdministrator ? WithdrawFeesAndLimits : undefined}
      />
    </>
  );
}

/** Fees and limits, one per line. */
function FeesAndLimitsFacts({ feesAndLimits }: { feesAndLimits: FeesAndLimits }) {
  return (
    <Facts
      facts={Object.entries(describeFeesAndLimits(feesAndLimits)).map(([label, value]) => ({
        label,
        // An amount never wraps; words may.
        value: <span className={/^[^,]*\d[^,]*$/u.test(value) ? 'nowrap' : undefined}>{value}</span>,
      }))}
    />
  );
}

function WithdrawFeesAndLimits({ version }: { version: FeesAndLimitsVersion }) {
  const params = { versionId: version.versionId };
  return (
    <TakeBack
      version={version}
      withdraw={(reason) => call(withdrawFeesAndLimits, { params, body: { reason } })}
      refresh={useRefreshFeesAndLimits()}
    />
  );
}
