import {
  addWebhookAddress,
  changeWebhookAddress,
  type WebhookAddress,
} from '@zawadi/contract/webhooks-addresses';
import { webhookEventName, type WebhookEventName } from '@zawadi/contract/webhook-events';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { EVENTS } from './webhook-words.ts';

type WebhookFormProps = {
  /** The webhook address to change; absent when adding one. */
  address?: WebhookAddress;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

const FRESH = [queryKeys.webhook, queryKeys.webhookAddresses, queryKeys.webhookEvents];

/** Adds or changes a webhook address: URL, name and events. */
export function WebhookForm({ address, onSecret, onClose }: WebhookFormProps) {
  const [events, setEvents] = useState<readonly WebhookEventName[]>(
    address?.events ?? webhookEventName.options,
  );
  const common = {
    schema: addWebhookAddress.body.omit({ events: true }),
    defaultValues: { url: address?.url ?? '', description: address?.description ?? '' },
    refresh: FRESH,
    elsewhere: 'root',
    fallback: say('The webhook could not be saved.'),
  } as const;
  const done = (secret?: string) => {
    onClose();
    toast.success(say('Webhook saved'));
    if (secret !== undefined) onSecret(secret);
  };
  const adding = useContractForm(addWebhookAddress, {
    ...common,
    inputOf: (read) => ({ body: { ...read, events: [...events] } }),
    onSaved: ({ signingSecret }) => done(signingSecret),
  });
  const changing = useContractForm(changeWebhookAddress, {
    ...common,
    inputOf: ({ url, description }) => ({
      params: { addressId: address?.addressId ?? '' },
      body: {
        description,
        events: [...events],
        // Only a changed URL is sent, because saving a URL makes all its waiting deliveries due at once.
        ...((url !== address?.url || address.state === 'switched-off') && { url }),
      },
    }),
    onSaved: () => done(),
  });
  const { register, submit, isBusy, problemOf } = address === undefined ? adding : changing;
  return (
    <FormDialog
      title={address === undefined ? say('Add a webhook address') : say('Change the webhook address')}
      action={address === undefined ? say('Add address') : say('Save')}
      busyLabel={say('Saving...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={say('Webhook URL')}
        type="url"
        placeholder="https://shop.example.com/zawadi"
        autoComplete="off"
        spellCheck={false}
        error={problemOf('url') ?? problemOf('root')}
        {...register('url')}
      />
      <TextField
        label={say('Name')}
        placeholder={say('Stock system')}
        autoComplete="off"
        maxLength={60}
        help={say('Its name in the event log and in our emails.')}
        error={problemOf('description')}
        {...register('description')}
      />
      <fieldset className="field hook-events">
        <legend className="label">{say('Events')}</legend>
        {webhookEventName.options.map((name) => (
          <Checkbox
            key={name}
            label={
              <>
                {name}
                <span className="tiny muted">{say(EVENTS[name])}</span>
              </>
            }
            checked={events.includes(name)}
            onChange={({ target }) =>
              setEvents(target.checked ? [...events, name] : events.filter((other) => other !== name))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
