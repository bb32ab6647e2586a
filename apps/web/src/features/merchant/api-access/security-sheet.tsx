import type { ApiAccess, ApiSecurity } from '@zawadi/contract/merchant-api-access';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { AddressList } from './address-list.tsx';
import { isListed } from './address-match.ts';
import { useSaveSecurity } from './use-security.ts';

/** What protects the key beyond its secret. */
export function SecuritySheet({ access }: { access: ApiAccess }) {
  const { ownAddress, callsPerMinute } = access;
  const [risky, setRisky] = useState<ApiSecurity>();
  const saving = useSaveSecurity();
  // A switch shows at once what was asked for, and turns back when it was refused.
  const security = saving.isPending ? saving.variables : access.security;
  const { ipWhitelist } = security;
  const change = (changes: Partial<ApiSecurity>) => {
    const next = { ...security, ...changes };
    if (shutsOut(security, next, ownAddress)) setRisky(next);
    else saving.mutate(next);
  };
  return (
    <Sheet title="Security">
      <ul className="switches">
        <li>
          <Switch
            label="IP Whitelist"
            help="Only the addresses below may use your key. Off, it works from everywhere."
            isOn={ipWhitelist.isOn}
            isBusy={saving.isPending}
            onChange={(isOn) => change({ ipWhitelist: { ...ipWhitelist, isOn } })}
          />
          <AddressList
            addresses={ipWhitelist.addresses}
            ownAddress={ownAddress}
            isBusy={saving.isPending}
            onAddresses={(addresses) => change({ ipWhitelist: { ...ipWhitelist, addresses } })}
          />
        </li>
        <li>
          <Switch
            label="Rate Limiting"
            help={`At most ${count(callsPerMinute.limited)} calls a minute. Off, only the platform’s limit of ${count(callsPerMinute.unlimited)} counts.`}
            isOn={security.isRateLimited}
            isBusy={saving.isPending}
            onChange={(isRateLimited) => change({ isRateLimited })}
          />
        </li>
        <li>
          <Switch
            label="Request Logging"
            help="Keeps every call for 30 days, without secrets and contents."
            isOn={security.isLogged}
            isBusy={saving.isPending}
            onChange={(isLogged) => change({ isLogged })}
          />
        </li>
      </ul>
      {risky !== undefined && (
        <ShutOutQuestion
          ownAddress={ownAddress}
          onClose={() => setRisky(undefined)}
          onConfirm={() => {
            setRisky(undefined);
            saving.mutate(risky);
          }}
        />
      )}
    </Sheet>
  );
}

/** A change after which the key no longer works from where it is made, and did before. */
function shutsOut(before: ApiSecurity, next: ApiSecurity, ownAddress: string): boolean {
  const letsIn = ({ ipWhitelist }: ApiSecurity) =>
    !ipWhitelist.isOn || isListed(ipWhitelist.addresses, ownAddress);
  // An empty list is refused by the server, with its own sentence.
  return next.ipWhitelist.addresses.length > 0 && letsIn(before) && !letsIn(next);
}

function count(calls: number): string {
  return calls.toLocaleString('en-KE');
}

type ShutOutQuestionProps = { ownAddress: string; onClose: () => void; onConfirm: () => void };

function ShutOutQuestion({ ownAddress, onClose, onConfirm }: ShutOutQuestionProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Your own address is not on the list. Go on?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Go back
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            Save anyway
          </Button>
        </>
      }
    >
      <p className="muted">
        You are at <b className="strong">{ownAddress}</b>. Within a second your key is refused from there and
        from every other address that is not listed. This portal stays open to you.
      </p>
    </Dialog>
  );
}
