import { useQuery } from '@tanstack/react-query';
import { readWebhook } from '@zawadi/contract/webhooks';
import type { WebhookSettings } from '@zawadi/contract/webhooks';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { SecretOnce } from './secret-once.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { WebhookAddress } from './webhook-address.tsx';
import { WebhookEvents } from './webhook-events.tsx';
import { WEBHOOK_STATES } from './webhook-words.ts';

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
        <p className="small muted">
          We tell your own system what happens with your vouchers, by a signed HTTPS POST to one address.
        </p>
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
