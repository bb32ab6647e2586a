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
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Time } from '../../../ui/time.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { WebhookAddress } from './webhook-address.tsx';
import { EVENTS, WEBHOOK_STATES } from './webhook-words.ts';

/** Where events are sent, which, and how a receiver knows that they are ours. */
export function WebhookSheet({ isOwner }: { isOwner: boolean }) {
  const webhook = useQuery({
    queryKey: queryKeys.webhook,
    queryFn: ({ signal }) => call(readWebhook, { signal }),
  });
  const word = webhook.data && WEBHOOK_STATES[webhook.data.state];
  return (
    <Sheet title="Webhook" action={word && <StatusBadge status={word} />}>
      {webhook.isPending && <ListSkeleton rows={5} />}
      {webhook.isError && webhook.data === undefined && (
        <LoadFailure title="Failed to load your webhook" of={webhook}>
          Events are kept and sent.
        </LoadFailure>
      )}
      {webhook.data !== undefined && <Webhook webhook={webhook.data} isOwner={isOwner} />}
    </Sheet>
  );
}

function Webhook({ webhook, isOwner }: { webhook: WebhookSettings; isOwner: boolean }) {
  const [secret, setSecret] = useState<string>();
  const { explanation, state } = webhook;
  return (
    <>
      <div className="pad stack">
        {explanation !== undefined && (
          <Alert tone={state === 'switched-off' ? 'danger' : 'warn'}>
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

/** The signing secret, this once: only saying that it is kept closes it. */
function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title="Keep your signing secret"
      actions={<Button onClick={onClose}>I have kept it</Button>}
    >
      <p className="muted">Your system verifies our messages with it. It is shown only now.</p>
      <pre className="snippet">{secret}</pre>
      <div>
        <CopyButton text={secret} small label="Copy signing secret" said="Copied!">
          Copy
        </CopyButton>
      </div>
    </Dialog>
  );
}

/** Which events are sent. Each switch is saved at once. */
function WebhookEvents({ events }: { events: readonly WebhookEventName[] }) {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (wanted: WebhookEventName[]) => call(saveWebhook, { body: { events: wanted } }),
    onSuccess: (settings) => queries.setQueryData(queryKeys.webhook, settings),
    onError: (error) => toast.error(sentenceOf(error, 'The events could not be saved.')),
  });
  // A switch shows at once what was asked for, and turns back when it was refused.
  const shown = saving.isPending ? saving.variables : events;
  return (
    <ul className="switches" aria-label="Events">
      {webhookEventName.options.map((name) => (
        <li key={name}>
          <Switch
            label={name}
            help={EVENTS[name]}
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

/** How old the secret is that signs messages, and the way to a new one. */
function SigningSecret({ secret, isOwner, onSecret }: SigningSecretProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="signing-secret">
      <div>
        <h3>Signing secret</h3>
        <p className="tiny muted">
          Made <Time at={secret.madeAt} isMidSentence />.{' '}
          {secret.oldValidUntil !== undefined &&
            `The one before signs too, until ${appointmentText(new Date(secret.oldValidUntil))}. `}
          {!isOwner && 'Only the owner makes a new one.'}
        </p>
      </div>
      {isOwner && (
        <Button variant="secondary" small onClick={() => setOpen(true)}>
          New signing secret
        </Button>
      )}
      {isOpen && <NewSecretQuestion onSecret={onSecret} onClose={() => setOpen(false)} />}
    </div>
  );
}

type NewSecretQuestionProps = { onSecret: (secret: string) => void; onClose: () => void };

function NewSecretQuestion({ onSecret, onClose }: NewSecretQuestionProps) {
  const [endsOld, setEndsOld] = useState(false);
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title="Make a new signing secret?"
      action="Make new secret"
      dismiss="Keep the old one"
      busyLabel="Making..."
      confirm={async () => {
        const { signingSecret } = await call(makeWebhookSecret, { body: { endsOld } });
        onClose();
        onSecret(signingSecret);
        await queries.invalidateQueries({ queryKey: queryKeys.webhook });
      }}
      fallback="The signing secret could not be made."
      onClose={onClose}
    >
      <p className="muted">It is shown once. For 24 hours every message is signed with both.</p>
      <Checkbox
        label="The old one leaked: stop using it now"
        checked={endsOld}
        onChange={({ target }) => setEndsOld(target.checked)}
      />
    </ConfirmDialog>
  );
}
