import type { ApiSecurity } from '@zawadi/contract/merchant-api-access';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isListed, looksLikeAddress } from './address-match.ts';

type Addresses = ApiSecurity['ipWhitelist']['addresses'];

type AddressListProps = {
  addresses: Addresses;
  ownAddress: string;
  isBusy: boolean;
  onAddresses: (addresses: Addresses) => void;
};

/** The addresses that may use the key: each with a word of the merchant's own, to add and to take away. */
export function AddressList({ addresses, ownAddress, isBusy, onAddresses }: AddressListProps) {
  return (
    <div className="stack">
      {addresses.length > 0 && (
        <ul className="addresses" aria-label="Allowed addresses">
          {addresses.map(({ address, label }) => (
            <li key={address}>
              <span>
                <b className="num">{address}</b>
                {label !== '' && <span className="tiny muted">{label}</span>}
              </span>
              <IconButton
                label={`Remove ${address}`}
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
          <span className="tiny muted">You are at {ownAddress}.</span>
          <Button
            variant="quiet"
            small
            disabled={isBusy}
            onClick={() => onAddresses([...addresses, { address: ownAddress, label: 'My address' }])}
          >
            Add my address
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
      return setProblem('Please enter an address (41.90.64.10) or a range (41.90.64.0/24)');
    }
    setProblem(undefined);
    onAdd({ address: address.trim(), label: label.trim() });
    setAddress('');
    setLabel('');
  };
  return (
    <form className="add-address" noValidate onSubmit={submit}>
      <TextField
        label="Address or range"
        placeholder="41.90.64.0/24"
        autoComplete="off"
        spellCheck={false}
        maxLength={49}
        error={problem}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label="Label"
        isOptional
        placeholder="Shop in Nakuru"
        maxLength={200}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <Button type="submit" variant="secondary" disabled={isBusy}>
        Add
      </Button>
    </form>
  );
}
