import {
  WEBHOOK_ADDRESSES_AT_MOST,
  webhookEventName,
  type WebhookAddress,
  type WebhookEventName,
  type WebhookSettings,
} from '@zawadi/contract';
import { encrypt } from '../../../platform/crypto/keys.ts';
import { newSigningSecret } from '../../../platform/crypto/webhook-signature.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { newRandomId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordActivity } from '../../people/merchants/index.ts';
import {
  forgetSecret,
  insertAddress,
  lockAddress,
  readAddresses,
  replaceSecret,
  updateDescription,
  updateEvents,
  updateUrl,
  type AddressKey,
} from './address-store.ts';
import { checkUrl, urlRefusal } from './check-url.ts';
import { abandonPending } from './delivery-store.ts';
import { describeAddress, describeWebhook } from './describe-webhook.ts';

/** Fields of an address to change; an absent field stays the same. */
type Changes = {
  /** Null removes the address. */
  url?: string | null | undefined;
  description?: string | undefined;
  events?: WebhookEventName[] | undefined;
};

type Actor = {
  merchantId: string;
  staffId: string;
  /** Only the owner sees the new signing secret. */
  isOwner: boolean;
};

export type SaveRequest = Pick<Changes, 'url' | 'events'> & Actor;

type SaveDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

const KEEP_OLD_MS = DAY_MS;

/**
 * Changes URL and events of a merchant's first webhook address. Its first save creates a signing secret. Saving a URL
 * makes pending deliveries due.
 * @throws Refusal `validation_failed` for an invalid URL
 */
export async function saveWebhook(
  deps: SaveDeps,
  request: SaveRequest,
): Promise<WebhookSettings & { signingSecret?: string }> {
  const { merchantId, isOwner } = request;
  const changes = await checked(deps, request);
  const key = { merchantId, addressId: merchantId };
  const signingSecret = await inTransaction(deps.db, async (tx) => {
    await insertAddress(tx, key, webhookEventName.options);
    return applyChanges(tx, deps, { ...key, staffId: request.staffId, changes });
  });
  const settings = await describeWebhook(deps, { merchantId });
  return { ...settings, ...(isOwner && signingSecret !== undefined && { signingSecret }) };
}

/**
 * Adds a webhook address with its own signing secret.
 * @throws Refusal `validation_failed` for an invalid or existing URL, `webhook_addresses_full`
 */
export async function addAddress(
  deps: SaveDeps,
  request: Actor & { url: string; description: string; events?: WebhookEventName[] | undefined },
): Promise<WebhookAddress & { signingSecret?: string }> {
  const { merchantId, staffId, isOwner } = request;
  const changes = await checked(deps, {
    ...request,
    events: request.events ?? [...webhookEventName.options],
  });
  const first = { merchantId, addressId: merchantId };
  const { addressId, signingSecret } = await inTransaction(deps.db, async (tx) => {
    await insertAddress(tx, first, webhookEventName.options);
    // Without this lock, concurrent additions could exceed the maximum.
    const locked = await lockAddress(tx, first);
    const present = (await readAddresses(tx, merchantId)).filter(({ url }) => url !== null);
    if (present.length >= WEBHOOK_ADDRESSES_AT_MOST) throw new Refusal('webhook_addresses_full');
    const added = locked?.url === null ? first : { merchantId, addressId: newRandomId() };
    if (added.addressId !== merchantId) await insertAddress(tx, added, webhookEventName.options);
    // A removed first address is used again. Its former receiver may still have the old secret.
    await forgetSecret(tx, added.addressId);
    return { ...added, signingSecret: await applyChanges(tx, deps, { ...added, staffId, changes }) };
  });
  const address = await describeAddress(deps, { merchantId, addressId });
  return { ...address, ...(isOwner && signingSecret !== undefined && { signingSecret }) };
}

/**
 * Changes URL, description or events of one webhook address. Saving the URL also switches the address on again.
 * @throws Refusal `not_found`, `validation_failed` for an invalid or existing URL
 */
export async function changeAddress(
  deps: SaveDeps,
  request: AddressKey & { staffId: string } & Omit<Changes, 'url'> & { url?: string | undefined },
): Promise<WebhookAddress> {
  const { merchantId, addressId, staffId } = request;
  const changes = await checked(deps, request);
  await inTransaction(deps.db, async (tx) => {
    await requireAddress(tx, request);
    await applyChanges(tx, deps, { merchantId, addressId, staffId, changes });
  });
  return describeAddress(deps, request);
}

/**
 * Removes a webhook address and gives up its pending deliveries. The log keeps the sent events.
 * @throws Refusal `not_found`
 */
export async function removeAddress(
  deps: SaveDeps,
  { merchantId, addressId, staffId }: AddressKey & { staffId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await requireAddress(tx, { merchantId, addressId });
    await applyChanges(tx, deps, { merchantId, addressId, staffId, changes: { url: null } });
    await forgetSecret(tx, addressId);
  });
}

/**
 * Rotates a signing secret. The old secret also signs for 24 hours, so that a receiver can switch without losing
 * events. A leaked old secret stops at once.
 * @throws Refusal `webhook_not_set` before the first address is saved, `not_found` for any other unknown
 *   address
 */
export async function makeSecret(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, addressId, staffId, endsOld }: AddressKey & { staffId: string; endsOld: boolean },
): Promise<{ signingSecret: string; oldValidUntil?: string }> {
  const signingSecret = newSigningSecret();
  const sealed = encrypt(deps.keys, signingSecret);
  const oldValidUntil = await inTransaction(deps.db, async (tx) => {
    const address = await lockAddress(tx, { merchantId, addressId });
    if (!address?.hasSecret) throw new Refusal(addressId === merchantId ? 'webhook_not_set' : 'not_found');
    const actor = { kind: 'member', id: staffId } as const;
    const details = { endsOld, ...named(address.description) };
    await recordActivity(tx, { merchantId, actor, kind: 'webhook-secret-renewed', details });
    return replaceSecret(tx, addressId, { sealed, keepOldMs: endsOld ? 0 : KEEP_OLD_MS });
  });
  return { signingSecret, ...(oldValidUntil && { oldValidUntil: oldValidUntil.toISOString() }) };
}

async function checked({ config }: Pick<Deps, 'config'>, { url, ...rest }: Changes): Promise<Changes> {
  return { ...rest, url: typeof url === 'string' ? await checkUrl(config, url) : url };
}

async function requireAddress(tx: Transaction, key: AddressKey): Promise<void> {
  const address = await lockAddress(tx, key);
  if (typeof address?.url !== 'string') throw new Refusal('not_found');
}

/**
 * Applies changes to a webhook address.
 * @returns the signing secret if the address had none before
 */
async function applyChanges(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  { merchantId, addressId, staffId, changes }: AddressKey & { staffId: string; changes: Changes },
): Promise<string | undefined> {
  const { url, description, events } = changes;
  const address = await lockAddress(tx, { merchantId, addressId });
  if (typeof url === 'string') await requireNew(tx, { merchantId, addressId, url });
  const signingSecret =
    typeof url === 'string' && address?.hasSecret === false ? newSigningSecret() : undefined;
  if (signingSecret !== undefined) {
    await replaceSecret(tx, addressId, { sealed: encrypt(keys, signingSecret), keepOldMs: 0 });
  }
  if (description !== undefined) await updateDescription(tx, addressId, description);
  if (events) await updateEvents(tx, addressId, [...new Set(events)]);
  if (url !== undefined) await updateUrl(tx, addressId, url);
  if (url === null) await abandonPending(tx, addressId);
  await recordActivity(tx, {
    merchantId,
    actor: { kind: 'member', id: staffId },
    kind: 'webhook-changed',
    details: {
      ...named(description ?? address?.description),
      ...(url !== undefined && { url: url && withoutQuery(url) }),
      ...(events && { events }),
    },
  });
  return signingSecret;
}

/** Refuses a URL that another address has: the receiver could not know which secret signed an event. */
async function requireNew(tx: Transaction, { merchantId, addressId, url }: AddressKey & { url: string }) {
  const others = (await readAddresses(tx, merchantId)).filter(({ id }) => id !== addressId);
  if (others.some((other) => other.url === url)) throw urlRefusal('You have this address already.');
}

function named(description: string | undefined): { address?: string } {
  return description === undefined || description === '' ? {} : { address: description };
}

// Removes the query string from a URL, because some merchants put a token there. The activity log is never deleted.
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
