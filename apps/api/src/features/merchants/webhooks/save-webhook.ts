import { webhookEventName, type WebhookEventName, type WebhookSettings } from '@zawadi/contract';
import { encrypt } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordActivity } from '../merchants/index.ts';
import { checkUrl } from './check-url.ts';
import { giveUpWaiting } from './delivery-store.ts';
import { describeWebhook } from './describe-webhook.ts';
import { insertEndpoint, lockEndpoint, replaceSecret, updateEvents, updateUrl } from './endpoint-store.ts';
import { newSigningSecret } from './sign.ts';

export type SaveRequest = {
  merchantId: string;
  /** Null takes the address away; absent leaves it. */
  url?: string | null | undefined;
  /** Absent leaves them. */
  events?: WebhookEventName[] | undefined;
  staffId: string;
  /** Only the owner sees the secret. */
  isOwner: boolean;
};

/**
 * Changes where a merchant's events go, and which. The first address comes with a signing secret; saving an address
 * lets what waits for it go out.
 * @throws Refusal `validation_failed` for an address that cannot be one
 */
export async function saveWebhook(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: SaveRequest,
): Promise<WebhookSettings & { signingSecret?: string }> {
  const { merchantId, events } = request;
  const url = typeof request.url === 'string' ? await checkUrl(deps.config, request.url) : request.url;
  const secret = newSigningSecret();
  const isFirst = await inTransaction(deps.db, async (tx) => {
    await insertEndpoint(tx, merchantId, webhookEventName.options);
    const endpoint = await lockEndpoint(tx, merchantId);
    const needsSecret = typeof url === 'string' && endpoint?.hasSecret === false;
    if (needsSecret)
      await replaceSecret(tx, merchantId, { sealed: encrypt(deps.keys, secret), keepOldMs: 0 });
    if (events) await updateEvents(tx, merchantId, [...new Set(events)]);
    if (url !== undefined) await updateUrl(tx, merchantId, url);
    if (url === null) await giveUpWaiting(tx, merchantId);
    await recordActivity(tx, {
      merchantId,
      actor: { kind: 'staff', id: request.staffId },
      kind: 'webhook-changed',
      details: { ...(url !== undefined && { url: url && withoutQuery(url) }), ...(events && { events }) },
    });
    return needsSecret;
  });
  const settings = await describeWebhook(deps, { merchantId });
  return { ...settings, ...(isFirst && request.isOwner && { signingSecret: secret }) };
}

// Some people put a token of their own there, and activities are kept for ever.
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
