import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { makeWebhookSecret, readWebhook, saveWebhook, type WebhookSettings } from '@zawadi/contract/webhooks';
import { useState } from 'react';
import { webhookEventName, type WebhookEventName } from '@zawadi/contract/webhook-events';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Time } from '../../../ui/time.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { GuideLink } from '../api/api-page.tsx';
import { useRefetchWebhooks } from './use-webhooks.ts';
import { WebhookAddress } from './webhook-address.tsx';
import { NewSecretQuestion, SecretOnce } from './webhook-dialogs.tsx';
import { EVENTS, stateText, WEBHOOK_STATES } from './webhook-words.ts';

/** The first webhook address, its events, and how the receiver verifies our signature. */
export function WebhookSheet({ isOwner }: { isOwner: boolean }) {
  const webhook = useQuery({
    queryKey: queryKeys.webhook,
    queryFn: ({ signal }) => call(readWebhook, { signal }),
  });
  const word = webhook.data && WEBHOOK_STATES[webhook.data.state];
  return (
    <Sheet
      title={say('Webhook')}
      action={
        <span className="row">
          {word && <StatusBadge status={word} />}
          <GuideLink to="webhooks">{say('About webhooks')}</GuideLink>
        </span>
      }
    >
      {webhook.isPending && <ListSkeleton rows={5} />}
      {webhook.isError && webhook.data === undefined && (
        <LoadFailure title={say('Failed to load your webhook')} of={webhook}>
          {say('We still keep and send events.')}
        </LoadFailure>
      )}
      {webhook.data !== undefined && <Webhook webhook={webhook.data} isOwner={isOwner} />}
    </Sheet>
  );
}

function Webhook({ webhook, isOwner }: { webhook: WebhookSettings; isOwner: boolean }) {
  const [secret, setSecret] = useState<string>();
  const explanation = stateText(webhook);
  return (
    <>
      <div className="pad stack">
        {explanation !== undefined && (
          <Alert tone={webhook.state === 'switched-off' ? 'danger' : 'warn'}>
            <p>{explanation}</p>
          </Alert>
        )}
        <WebhookAddress saved={webhook.url} onSecret={setSecret} />
      </div>
      <WebhookEvents events={webhook.events} />
      {webhook.secret !== undefined && (
        <SigningSecret secret={webhook.secret} isOwner={isOwner} onSecret={setSecret} />
      )}
      {secret !== undefined && <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

/** Chooses the events to send. Each switch is saved at once. */
function WebhookEvents({ events }: { events: readonly WebhookEventName[] }) {
  const queries = useQueryClient();
  const refresh = useRefetchWebhooks();
  const saving = useMutation({
    mutationFn: (wanted: WebhookEventName[]) => call(saveWebhook, { body: { events: wanted } }),
    onSuccess: async (settings) => {
      queries.setQueryData(queryKeys.webhook, settings);
      await refresh();
    },
    onError: (error) => toast.error(sentenceOf(error, say('The events could not be saved.'))),
  });
  // While saving, a switch shows the new value. After a refusal it shows the old value again.
  const shown = saving.isPending ? saving.variables : events;
  return (
    <ul className="switches" aria-label={say('Events')}>
      {webhookEventName.options.map((name) => (
        <li key={name}>
          <Switch
            label={name}
            help={say(EVENTS[name])}
            isOn={shown.includes(name)}
            isBusy={saving.isPending}
            onChange={(isOn) =>
              saving.mutate(isOn ? [...events, name] : events.filter((other) => other !== name))
            }
          />
        </li>
      ))}
    </ul>
  );
}

type SigningSecretProps = {
  secret: NonNullable<WebhookSettings['secret']>;
  isOwner: boolean;
  onSecret: (secret: string) => void;
};

/** Age of the secret that signs webhook messages, and a button to make a new secret. */
function SigningSecret({ secret, isOwner, onSecret }: SigningSecretProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="signing-secret">
      <div>
        <h3>{say('Signing secret')}</h3>
        <p className="tiny muted">
          <RichText text="Made {time}." time={<Time at={secret.madeAt} isMidSentence />} />{' '}
          {secret.oldValidUntil !== undefined && `${oldSecretSignsText(secret.oldValidUntil)} `}
          {!isOwner && say('Only the owner can make a new one.')}
        </p>
      </div>
      {isOwner && (
        <Button variant="secondary" small onClick={() => setOpen(true)}>
          {say('New signing secret')}
        </Button>
      )}
      {isOpen && (
        <NewSecretQuestion
          make={async (endsOld) => call(makeWebhookSecret, { body: { endsOld } })}
          onSecret={onSecret}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Says until when the previous secret signs messages, too. */
export function oldSecretSignsText(until: string): string {
  return say('The old one also signs, until {time}.', { time: appointmentText(new Date(until)) });
}
