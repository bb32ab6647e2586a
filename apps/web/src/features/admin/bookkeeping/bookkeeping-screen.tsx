import { useQuery } from '@tanstack/react-query';
import { readBookkeepingMap, type BookkeepingMap } from '@zawadi/contract/bookkeeping';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Facts } from '../../../ui/facts.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { InForce } from '../versions/in-force.tsx';
import { Changes } from '../versions/version-list.tsx';
import { ChangeMap } from './change-map.tsx';
import { describeMap } from './typed-map.ts';

type State = CallAnswer<typeof readBookkeepingMap>;

/** Shows which account of the bookkeeping program each ledger account maps to. */
export function BookkeepingScreen() {
  const query = useQuery({
    queryKey: adminQueryKeys.bookkeeping,
    queryFn: ({ signal }) => call(readBookkeepingMap, { signal }),
  });
  return (
    <SettingsPage
      title="Bookkeeping"
      intro="Your program’s account for each account of the ledger. Journals are in Reports."
      query={query}
      failed="Failed to load the accounts"
    >
      {(state) => <Loaded state={state} />}
    </SettingsPage>
  );
}

function Loaded({ state }: { state: State }) {
  const [isChanging, setChanging] = useState(false);
  const { map, defaults, kinds, versions } = state;
  return (
    <>
      {isChanging ? (
        <ChangeMap state={state} onClose={() => setChanging(false)} />
      ) : (
        <InForce onChange={() => setChanging(true)}>
          <Facts
            facts={[
              ...kinds.map(({ kind }) => ({ label: kind, value: accountOf(map, kind) })),
              { label: 'Tax rate in Xero', value: map.xeroTaxRate },
            ]}
          />
        </InForce>
      )}
      <Changes
        versions={versions}
        before={describeMap(defaults)}
        describe={(version) => describeMap(version.map)}
      />
    </>
  );
}

function accountOf({ accounts }: BookkeepingMap, kind: string): string {
  const found = accounts.find((one) => one.kind === kind);
  return found === undefined ? 'Not mapped' : `${found.code} ${found.name}`;
}
