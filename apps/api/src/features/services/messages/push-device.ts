import { ECDH } from 'node:crypto';
import { pushSubscription, type PushSubscriptionKeys } from '@zawadi/contract';
import {
  decrypt,
  encrypt,
  hashWith,
  lookupHashes,
  type Key,
  type Keys,
} from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { whyForbidden } from '../../../platform/net/post-publicly.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  deleteSubscription,
  isSubscribed,
  putSubscription,
  replaceSubscription,
  type PushDevice,
} from './subscription-store.ts';
import { readVapidKeys } from './vapid-keys.ts';

type PushDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

/** Describes whether this device gets push notifications, with the key that its browser needs to subscribe. */
export async function describePush(
  deps: Pick<Deps, 'db' | 'keys'>,
  sessionId: string,
): Promise<{ publicKey: string; isOnHere: boolean }> {
  const { publicKey } = await readVapidKeys(deps);
  return { publicKey, isOnHere: await isSubscribed(deps.db, sessionId) };
}

/**
 * Subscribes a device to push messages.
 * @throws Refusal `push_address_refused` for an endpoint to which we may not send
 */
export async function subscribeDevice(
  deps: PushDeps,
  { sessionId, userId }: PushDevice,
  subscription: PushSubscriptionKeys,
): Promise<void> {
  const stored = storedFormOf(deps, subscription);
  await inTransaction(deps.db, (tx) => putSubscription(tx, { sessionId, userId, ...stored }));
}

export async function unsubscribeDevice(deps: Pick<Deps, 'db'>, sessionId: string): Promise<void> {
  await deleteSubscription(deps.db, sessionId);
}

/**
 * Moves a subscription to a new endpoint. Only the browser and its push service know the former endpoint, so it proves
 * the browser's identity.
 * @throws Refusal `push_address_refused`
 */
export async function renewSubscription(
  deps: PushDeps,
  { formerEndpoint, subscription }: { formerEndpoint: string; subscription: PushSubscriptionKeys },
): Promise<void> {
  const stored = storedFormOf(deps, subscription);
  await replaceSubscription(deps.db, endpointHashesOf(deps.keys, formerEndpoint), stored);
}

export function openSubscription(keys: Keys, sealed: Buffer): PushSubscriptionKeys {
  return pushSubscription.parse(JSON.parse(decrypt(keys, sealed)));
}

/**
 * Hashes an endpoint with every key of the key ring, the current key first. A stored hash uses the key that sealed its
 * subscription.
 */
export function endpointHashesOf(keys: Keys, endpoint: string): [Buffer, ...Buffer[]] {
  return lookupHashes(keys, nameOf(endpoint));
}

/**
 * Hashes the endpoint of a subscription with one key.
 * @param text the subscription in its sealed form, decrypted
 */
export function endpointHashOf(key: Key, text: string): Buffer {
  return hashWith(key, nameOf(pushSubscription.parse(JSON.parse(text)).endpoint));
}

function nameOf(endpoint: string): string {
  return `push ${endpoint}`;
}

function storedFormOf({ keys, config }: PushDeps, subscription: PushSubscriptionKeys) {
  const { endpoint, keys: theirs } = subscription;
  // The IP addresses of the host are checked again for each message.
  const rules = { allowsLoopback: config.provider === 'sandbox', ownPorts: config.ownPorts };
  const isForbidden = whyForbidden(endpoint, rules) !== undefined;
  if (isForbidden || !isPointOfP256(theirs.p256dh)) throw new Refusal('push_address_refused');
  const knownAs = endpointHashesOf(keys, endpoint);
  return {
    endpointHash: knownAs[0],
    knownAs,
    sealed: encrypt(keys, JSON.stringify(subscription)),
  };
}

/** Whether a key is a point of the curve P-256; no message can be encrypted for another key. */
function isPointOfP256(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
