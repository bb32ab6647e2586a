import { useMutation } from '@tanstack/react-query';
import type { WebhookDeliveryDetail } from '@zawadi/contract/webhooks';
import {
  makeWebhookAddressSecret,
  removeWebhookAddress,
  testWebhookAddress,
  WEBHOOK_ADDRESSES_AT_MOST,
  type WebhookAddress,
} from '@zawadi/contract/webhooks-addresses';
import { KeyRound, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { useMerchant } from '../../session/session.tsx';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useRefetchWebhooks, useWebhookAddresses } from './use-webhooks.ts';
import { NewSecretQuestion, RemoveQuestion, SecretOnce, TestResult } from './webhook-dialogs.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { oldSecretSignsText } from './webhook-sheet.tsx';
import { eventsText, nameOfAddress, stateText, WEBHOOK_STATES } from './webhook-words.ts';

type Asked = 'change' | 'secret' | 'remove';
type Asking = { what: Asked; address: WebhookAddress } | { what: 'add' };

/** Webhook addresses after the first, each with its own events and secret. Hidden until the first one exists. */
export function MoreAddresses({ isOwner }: { isOwner: boolean }) {
  const { merchantId } = useMerchant();
  const list = useWebhookAddresses();
  const [asking, setAsking] = useState<Asking>();
  const [secret, setSecret] = useState<string>();
  const addresses = list.data?.addresses ?? [];
  const more = addresses.filter(({ addressId }) => addressId !== merchantId);
  const close = () => setAsking(undefined);
  if (list.isError && list.data === undefined) {
    return (
      <Sheet title={say('More addresses')}>
        <LoadFailure title={say('Failed to load your addresses')} of={list}>
          {say('We still keep and send events.')}
        </LoadFailure>
      </Sheet>
    );
  }
  if (addresses.length === 0) return null;
  return (
    <Sheet
      title={say('More addresses')}
      action={
        addresses.length < WEBHOOK_ADDRESSES_AT_MOST && (
          <Button variant="secondary" small onClick={() => setAsking({ what: 'add' })}>
            <Icon of={Plus} />
            {say('Add address')}
          </Button>
        )
      }
    >
      {more.length === 0 ? (
        <p className="pad muted">
          {say(
            'Up to five systems can receive events, each at its own address, with its own events and signing secret.',
          )}
        </p>
      ) : (
        <ul className="till-keys" aria-label={say('More addresses')}>
          {more.map((address) => (
            <li key={address.addressId}>
              <Address {...{ address, isOwner }} onAsk={(what) => setAsking({ what, address })} />
            </li>
          ))}
        </ul>
      )}
      {asking !== undefined && <Question {...{ asking }} onSecret={setSecret} onClose={close} />}
      {secret !== undefined && <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </Sheet>
  );
}

type AddressProps = { address: WebhookAddress; isOwner: boolean; onAsk: (what: Asked) => void };

function Address({ address, isOwner, onAsk }: AddressProps) {
  const [result, setResult] = useState<WebhookDeliveryDetail>();
  const refresh = useRefetchWebhooks();
  const { addressId, url, state, events, secret } = address;
  const testing = useMutation({
    mutationFn: () => call(testWebhookAddress, { params: { addressId }, body: {} }),
    onSuccess: setResult,
    onError: (error) => toast.error(sentenceOf(error, say('The test could not be sent.'))),
    onSettled: refresh,
  });
  const name = nameOfAddress(address);
  const word = WEBHOOK_STATES[state];
  const explanation = stateText(address);
  return (
    <>
      <div className="till-key-head">
        <div>
          <h3>{name}</h3>
          <p className="tiny muted">{url}</p>
        </div>
        <ActionMenu
          label={say('Actions for {name}', { name })}
          actions={[
            { label: say('Test'), icon: Send, onSelect: () => testing.mutate() },
            { label: say('Change'), icon: Pencil, onSelect: () => onAsk('change') },
            ...(isOwner
              ? [{ label: say('New signing secret'), icon: KeyRound, onSelect: () => onAsk('secret') }]
              : []),
            { label: say('Remove'), icon: Trash2, onSelect: () => onAsk('remove') },
          ]}
        />
      </div>
      <div className="row">
        {word && <StatusBadge status={word} />}
        <span className="tiny muted" aria-live="polite">
          {testing.isPending ? say('Testing...') : eventsText(events)}
        </span>
      </div>
      {secret?.oldValidUntil !== undefined && (
        <p className="tiny muted">{oldSecretSignsText(secret.oldValidUntil)}</p>
      )}
      {explanation !== undefined && (
        <Alert tone={state === 'switched-off' ? 'danger' : 'warn'}>
          <p>{explanation}</p>
        </Alert>
      )}
      {result !== undefined && <TestResult result={result} onClose={() => setResult(undefined)} />}
    </>
  );
}

type QuestionProps = { asking: Asking; onSecret: (secret: string) => void; onClose: () => void };

function Question({ asking, onSecret, onClose }: QuestionProps) {
  const refresh = useRefetchWebhooks();
  if (asking.what === 'add') return <WebhookForm onSecret={onSecret} onClose={onClose} />;
  const { address } = asking;
  const params = { addressId: address.addressId };
  const name = nameOfAddress(address);
  if (asking.what === 'change') return <WebhookForm {...{ address, onSecret, onClose }} />;
  if (asking.what === 'secret') {
    return (
      <NewSecretQuestion
        name={name}
        make={async (endsOld) => call(makeWebhookAddressSecret, { params, body: { endsOld } })}
        onSecret={onSecret}
        onClose={onClose}
      />
    );
  }
  return (
    <RemoveQuestion
      name={name}
      remove={async () => call(removeWebhookAddress, { params })}
      onDone={() => {
        toast.success(say('Webhook removed'));
        void refresh();
      }}
      onClose={onClose}
    />
  );
}
