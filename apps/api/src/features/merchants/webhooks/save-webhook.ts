import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { webhookEventName, type WebhookEventName, type WebhookSettings } from '@zawadi/contract';
import { encrypt } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import type { Config } from '../../../config/config.ts';
import { whyNotCalled } from '../../../platform/net/post-publicly.ts';
import { isLoopbackAddress } from '../../../platform/net/public-address.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordActivity } from '../merchants/index.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { giveUpWaiting } from './delivery-store.ts';
import { describeWebhook } from './describe-webhook.ts';
import { insertEndpoint, lockEndpoint, replaceSecret, updateEvents, updateUrl } from './endpoint-store.ts';
import { newSigningSecret } from '../../../platform/crypto/webhook-signature.ts';

const RESOLVE_WITHIN_MS = 3_000;
const OURS = 'This is an address of Zawadi. Please enter one of your own system.';

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

const KEEP_OLD_MS = DAY_MS;

/**
 * Changes where a merchant's events go, and which. The first address comes with a signing secret; saving an address
 * makes pending deliveries due.
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

// Some people put a token of their own there, and activities are never deleted.
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * Refuses an address that we could never send to, so that the merchant learns why. What really protects is the
 * same check when the socket connects: a name can lead elsewhere tomorrow.
 * @returns the address as it will be called
 * @throws Refusal `validation_failed` under `url`
 */
export async function checkUrl(
  config: Pick<Config, 'provider' | 'publicUrl' | 'ownPorts'>,
  typed: string,
): Promise<string> {
  const url = new URL(typed);
  url.hash = '';
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const mayBeHere = config.provider === 'sandbox';
  const isHere = host === 'localhost' || isLoopbackAddress(host);
  if (url.protocol !== 'https:' && !(mayBeHere && isHere)) {
    throw refusal(
      'Please use an address that begins with https://, so that no one on the way can read along.',
    );
  }
  if (isPublicNameOfOurs(config, url)) throw refusal(OURS);
  const rules = { allowsLoopback: mayBeHere, ownPorts: config.ownPorts };
  const reasons = (await addressesOf(host)).map((address) => whyNotCalled(address, url, rules));
  if (reasons.includes('ours')) throw refusal(OURS);
  if (reasons.includes('not public')) {
    throw refusal(
      'This address leads into a private network. Please enter one that the open internet can reach.',
    );
  }
  return url.href;
}

/**
 * Makes a new signing secret. For 24 hours messages carry a signature by the old one too, unless it has leaked, so
 * that a receiver can change over without losing any.
 * @throws Refusal `webhook_not_set` before the first address is saved
 */
export async function makeSecret(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, staffId, endsOld }: { merchantId: string; staffId: string; endsOld: boolean },
): Promise<{ signingSecret: string; oldValidUntil?: string }> {
  const signingSecret = newSigningSecret();
  const sealed = encrypt(deps.keys, signingSecret);
  const oldValidUntil = await inTransaction(deps.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, merchantId);
    if (!endpoint?.hasSecret) throw new Refusal('webhook_not_set');
    const actor = { kind: 'staff', id: staffId } as const;
    await recordActivity(tx, { merchantId, actor, kind: 'webhook-secret-renewed', details: { endsOld } });
    return replaceSecret(tx, merchantId, { sealed, keepOldMs: endsOld ? 0 : KEEP_OLD_MS });
  });
  return { signingSecret, ...(oldValidUntil && { oldValidUntil: oldValidUntil.toISOString() }) };
}

function refusal(message: string): Refusal {
  return new Refusal('validation_failed', { fields: [{ path: 'url', message }] });
}

/** On a developer's machine every host is localhost, and only the port differs. */
function isPublicNameOfOurs({ publicUrl }: Pick<Config, 'publicUrl'>, { hostname }: URL): boolean {
  const ours = new URL(publicUrl).hostname;
  return ours !== 'localhost' && !isLoopbackAddress(ours) && hostname.replace(/\.$/u, '') === ours;
}

/** None for a name that leads nowhere at the moment: the Test button reports that. */
async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = lookup(host, { all: true }).catch(() => []);
  const resolved = await Promise.race([found, pause(RESOLVE_WITHIN_MS, [], { ref: false })]);
  return resolved.map(({ address }) => address);
}
