import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { readInvoicing, withdrawInvoicing, type InvoicingVersion } from '@zawadi/contract/invoices';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Facts } from '../../../ui/facts.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { useRights } from '../use-rights.ts';
import { InForce } from '../versions/in-force.tsx';
import { TakeBack } from '../versions/take-back.tsx';
import { Changes } from '../versions/version-list.tsx';
import { ChangeInvoicing } from './change-invoicing.tsx';
import { describeInvoicing } from './typed-invoicing.ts';

type State = CallAnswer<typeof readInvoicing>;

/** Settings of invoicing: the issuer, and the VAT rate on fees. */
export function InvoicingScreen() {
  const query = useQuery({
    queryKey: adminQueryKeys.invoicing,
    queryFn: ({ signal }) => call(readInvoicing, { signal }),
  });
  return (
    <SettingsPage
      title="Invoices"
      intro="Who issues invoices to merchants for their settlement fees. The invoices are in Reports."
      query={query}
      failed="Failed to load the settings of invoices"
    >
      {(state) => <Loaded state={state} />}
    </SettingsPage>
  );
}

function Loaded({ state }: { state: State }) {
  const { isAdministrator } = useRights();
  const [isChanging, setChanging] = useState(false);
  const { invoicing, versions } = state;
  return (
    <>
      {isChanging ? (
        <ChangeInvoicing state={state} onClose={() => setChanging(false)} />
      ) : (
        <InForce onChange={() => setChanging(true)}>
          {invoicing === undefined ? (
            <p className="muted">Not set. Until it is, no invoice is issued.</p>
          ) : (
            <Facts
              facts={Object.entries(describeInvoicing(invoicing)).map(([label, value]) => ({ label, value }))}
            />
          )}
        </InForce>
      )}
      <Changes
        versions={versions}
        before={{}}
        describe={(version) => describeInvoicing(version.invoicing)}
        TakeBack={isAdministrator ? WithdrawInvoicing : undefined}
      />
    </>
  );
}

function WithdrawInvoicing({ version }: { version: InvoicingVersion }) {
  const queries = useQueryClient();
  const params = { versionId: version.versionId };
  return (
    <TakeBack
      version={version}
      withdraw={(reason) => call(withdrawInvoicing, { params, body: { reason } })}
      refresh={async () => queries.invalidateQueries({ queryKey: adminQueryKeys.invoices })}
    />
  );
}
