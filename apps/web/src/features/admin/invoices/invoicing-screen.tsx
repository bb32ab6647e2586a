import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { readInvoicing, withdrawInvoicing, type InvoicingVersion } from '@zawadi/contract/invoices';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { useRights } from '../use-rights.ts';
import { InForce } from '../versions/in-force.tsx';
import { VersionList } from '../versions/version-list.tsx';
import { ChangeInvoicing } from './change-invoicing.tsx';
import { describeInvoicing } from './typed-invoicing.ts';

type State = CallAnswer<typeof readInvoicing>;

/** Who issues invoices to merchants, and how much of a fee is VAT. */
export function InvoicingScreen() {
  const query = useQuery({
    queryKey: queryKeys.invoicing,
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
      <Sheet title="Changes">
        {versions.length === 0 ? (
          <p className="pad muted">No changes yet.</p>
        ) : (
          <VersionList
            versions={versions}
            before={{}}
            describe={(version) => describeInvoicing(version.invoicing)}
            TakeBack={isAdministrator ? TakeBack : undefined}
          />
        )}
      </Sheet>
    </>
  );
}

function TakeBack({ version: { versionId, effectiveFrom } }: { version: InvoicingVersion }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.invoices });
  const close = () => setAsking(false);
  return (
    <div>
      <Button variant="secondary" small onClick={() => setAsking(true)}>
        Take back
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Take back the change of ${dateText(new Date(effectiveFrom))}?`}
          reason="required"
          action="Take back"
          confirm={async (reason) => {
            await call(withdrawInvoicing, { params: { versionId }, body: { reason } });
            toast.success('Taken back');
            close();
            await refresh();
          }}
          onFailed={() => void refresh()}
          onClose={close}
        />
      )}
    </div>
  );
}
