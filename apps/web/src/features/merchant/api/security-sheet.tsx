import { updateApiSecurity, type ApiAccess, type ApiSecurity } from '@zawadi/contract/merchant-api-access';
import { useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { isListed, looksLikeAddress } from './address-match.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

function limitText({ limited, unlimited, sandboxFactor }: ApiAccess['callsPerMinute']): string {
  const text = say(
    'At most {limited} calls a minute. If this is off, only the platform’s limit of {unlimited} applies.',
    { limited: count(limited), unlimited: count(unlimited) },
  );
  if (sandboxFactor === 1) return text;
  return `${text} ${say('This sandbox allows {factor} times as many.', { factor: count(sandboxFactor) })}`;
}

/** Settings that protect the API key: allowed addresses, rate limit and request log. */
export function SecuritySheet({ access }: { access: ApiAccess }) {
  const { ownAddress, callsPerMinute } = access;
  const [risky, setRisky] = useState<ApiSecurity>();
  const saving = useSaveSecurity();
  // While saving, a switch shows the new value. After a refusal it shows the old value again.
  const security = saving.isPending ? saving.variables : access.security;
  const { ipWhitelist } = security;
  const change = (changes: Partial<ApiSecurity>) => {
    const next = { ...security, ...changes };
    if (shutsOut(security, next, ownAddress)) setRisky(next);
    else saving.mutate(next);
  };
  return (
    <Sheet title={say('Security')}>
      <ul className="switches">
        <li>
          <Switch
            label={say('IP Whitelist')}
            help={say('Only the addresses below may use your keys.')}
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
            label={say('Rate Limiting')}
            help={limitText(callsPerMinute)}
            isOn={security.isRateLimited}
            isBusy={saving.isPending}
            onChange={(isRateLimited) => change({ isRateLimited })}
          />
        </li>
        <li>
          <Switch
            label={say('Request Logging')}
            help={say('Keeps calls for 30 days, without secrets and personal data.')}
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

/** Returns whether the change would block this browser's own IP address, which the API accepted before. */
function shutsOut(before: ApiSecurity, next: ApiSecurity, ownAddress: string): boolean {
  const letsIn = ({ ipWhitelist }: ApiSecurity) =>
    !ipWhitelist.isOn || isListed(ipWhitelist.addresses, ownAddress);
  // An empty list blocks no address: the server refuses the list and explains why.
  return next.ipWhitelist.addresses.length > 0 && letsIn(before) && !letsIn(next);
}

function count(calls: number): string {
  return calls.toLocaleString('en-KE');
}

type ShutOutQuestionProps = { ownAddress: string; onClose: () => void; onConfirm: () => void };

function ShutOutQuestion({ ownAddress, onClose, onConfirm }: ShutOutQuestionProps) {
  return (
    <ConfirmDialog
      title={say('Your own address is not on the list. Save anyway?')}
      action={say('Save anyway')}
      dismiss={say('Go back')}
      variant="danger"
      confirm={async () => onConfirm()}
      onClose={onClose}
    >
      <p className="muted">
        <RichText
          text="We will refuse your keys from your own address, <b>{address}</b>, and from every other address not on the list. You can still use this portal."
          address={ownAddress}
        />
      </p>
    </ConfirmDialog>
  );
}

/** Saves all security settings together, then shows them as the server normalised them. */
function useSaveSecurity() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiSecurity) => call(updateApiSecurity, { body }),
    onSuccess: (security) => {
      queries.setQueryData<ApiAccess>(queryKeys.apiAccess, (access) => access && { ...access, security });
      toast.success(say('Security settings saved'));
    },
    onError: (error) => toast.error(sentenceOf(error, say('The security settings could not be saved.'))),
  });
}

type Addresses = ApiSecurity['ipWhitelist']['addresses'];

type AddressListProps = {
  addresses: Addresses;
  ownAddress: string;
  isBusy: boolean;
  onAddresses: (addresses: Addresses) => void;
};

/** IP addresses that may use the key, each with the merchant's label. Addresses can be added and removed. */
function AddressList({ addresses, ownAddress, isBusy, onAddresses }: AddressListProps) {
  return (
    <div className="stack">
      {addresses.length > 0 && (
        <ul className="addresses" aria-label={say('Allowed addresses')}>
          {addresses.map(({ address, label }) => (
            <li key={address}>
              <span>
                <b className="num">{address}</b>
                {label !== '' && <span className="tiny muted">{label}</span>}
              </span>
              <IconButton
                label={say('Remove {address}', { address })}
                disabled={isBusy}
                onClick={() => onAddresses(addresses.filter((one) => one.address !== address))}
              >
                <Icon of={Trash2} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddAddress isBusy={isBusy} onAdd={(added) => onAddresses([...addresses, added])} />
      {!isListed(addresses, ownAddress) && (
        <div className="row">
          <span className="tiny muted">{say('You are at {address}.', { address: ownAddress })}</span>
          <Button
            variant="quiet"
            small
            disabled={isBusy}
            onClick={() => onAddresses([...addresses, { address: ownAddress, label: say('My address') }])}
          >
            {say('Add my address')}
          </Button>
        </div>
      )}
    </div>
  );
}

type AddAddressProps = { isBusy: boolean; onAdd: (added: Addresses[number]) => void };

function AddAddress({ isBusy, onAdd }: AddAddressProps) {
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!looksLikeAddress(address.trim())) {
      return setProblem(say('Please enter an address (41.90.64.10) or a range (41.90.64.0/24)'));
    }
    setProblem(undefined);
    onAdd({ address: address.trim(), label: label.trim() });
    setAddress('');
    setLabel('');
  };
  return (
    <form className="add-address" noValidate onSubmit={submit}>
      <TextField
        label={say('Address or range')}
        placeholder="41.90.64.0/24"
        autoComplete="off"
        spellCheck={false}
        maxLength={49}
        error={problem}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label={say('Label')}
        isOptional
        placeholder={say('Shop in Nakuru')}
        maxLength={200}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <Button type="submit" variant="secondary" disabled={isBusy}>
        {say('Add')}
      </Button>
    </form>
  );
}
