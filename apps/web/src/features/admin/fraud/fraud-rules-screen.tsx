import { useQuery } from '@tanstack/react-query';
import { readFraudRules, type FraudRules } from '@zawadi/contract/fraud-rules';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { InForce } from '../versions/in-force.tsx';
import { Changes } from '../versions/version-list.tsx';
import { ChangeRules } from './change-rules.tsx';
import { describeEach, describeRules } from './rule-words.ts';
import './fraud-rules.css';

/** Shows the fraud rules: the thresholds from which events raise an alert. */
export function FraudRulesScreen() {
  const query = useQuery({
    queryKey: adminQueryKeys.fraudRules,
    queryFn: ({ signal }) => call(readFraudRules, { signal }),
  });
  return (
    <SettingsPage
      title="Fraud rules"
      intro="What raises an alert on the fraud desk, and on the dashboard of the merchant it is about. An alert blocks nothing."
      query={query}
      failed="Failed to load the rules"
    >
      {(state) => <Loaded state={state} />}
    </SettingsPage>
  );
}

function Loaded({ state }: { state: CallAnswer<typeof readFraudRules> }) {
  const [isChanging, setChanging] = useState(false);
  const { rules, defaults, versions } = state;
  return (
    <>
      <WaitingApprovals kind="fraud-rules" />
      {isChanging ? (
        <ChangeRules state={state} onClose={() => setChanging(false)} />
      ) : (
        <InForce onChange={() => setChanging(true)}>
          <RuleFacts rules={rules} />
        </InForce>
      )}
      <Changes
        versions={versions}
        before={describeRules(defaults)}
        describe={(version) => describeRules(version.rules)}
      />
    </>
  );
}

/** The current rules, one below the other. */
function RuleFacts({ rules }: { rules: FraudRules }) {
  return (
    <ul className="rule-facts">
      {describeEach(rules).map(({ title, help, isOn, facts }) => (
        <li key={title}>
          <div className="spread">
            <h3 className="strong">{title}</h3>
            {isOn ? <StatusText status="Active" /> : <StatusBadge status="Inactive" />}
          </div>
          {help !== undefined && <p className="small muted">{help}</p>}
          {isOn && <Facts facts={facts} />}
        </li>
      ))}
    </ul>
  );
}
