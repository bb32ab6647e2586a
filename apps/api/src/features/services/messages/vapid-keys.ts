import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { decrypt, encrypt, keyThatOpens, type Key } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { keepSecret, readSecret, readUnmarkedSubscriptions } from './subscription-store.ts';

/** A key pair in base64url: the public key as an uncompressed point, and the private number. */
export type VapidKeys = { publicKey: string; privateKey: string };

const NAME = 'web-push';
const ORDER_OF_P256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

// Cache of the stored pair, which never changes.
const known = new WeakMap<Db, VapidKeys>();

/**
 * Reads the key pair that identifies us to push services (RFC 8292). Every browser's subscription is tied to the pair,
 * so the pair is stored sealed and survives a change of the secret. It is generated when first needed. If devices
 * subscribed before the pair was stored, it is derived from the secret of that time.
 */
export async function readVapidKeys({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<VapidKeys> {
  const remembered = known.get(db);
  if (remembered) return remembered;
  const sealed = await storeVapidKeys({ db, keys });
  const pair = vapidKeys.parse(JSON.parse(decrypt(keys, sealed)));
  known.set(db, pair);
  return pair;
}

/**
 * Stores the pair, unless a pair is stored already.
 * @returns the stored pair, sealed
 */
export async function storeVapidKeys({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<Buffer> {
  const stored = await readSecret(db, NAME);
  if (stored) return stored;
  // If two processes store a pair at once, the first pair is kept.
  await keepSecret(db, NAME, encrypt(keys, JSON.stringify(await firstPair({ db, keys }))));
  const sealed = await readSecret(db, NAME);
  if (!sealed) throw new Error('the web-push key pair was not stored');
  return sealed;
}

/**
 * Devices that subscribed before the pair was stored have subscriptions without key ids. Their pair was derived from
 * the secret of that time.
 */
async function firstPair({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<VapidKeys> {
  const subscriptions = await readUnmarkedSubscriptions(db);
  if (subscriptions.length === 0) return newPair();
  const used = subscriptions.map((sealed) => keyThatOpens(keys, sealed)).find((key) => key !== undefined);
  return derivedPair(used ?? keys[0]);
}

function newPair(): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return inBase64url(pair.getPublicKey(), pair.getPrivateKey());
}

/** Derives the pair as earlier versions did before the pair was stored. */
export function derivedPair({ push }: Pick<Key, 'push'>): VapidKeys {
  // The random value has more bits than the private number, so that all private keys are equally likely (FIPS 186-5,
  // A.2.1).
  const number = (BigInt(`0x${push.toString('hex')}`) % (ORDER_OF_P256 - 1n)) + 1n;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));
  return inBase64url(pair.getPublicKey(), pair.getPrivateKey());
}

function inBase64url(publicKey: Buffer, privateKey: Buffer): VapidKeys {
  // Node omits leading zeros of the private number; push services expect 32 bytes.
  const padded = Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey]);
  return { publicKey: publicKey.toString('base64url'), privateKey: padded.toString('base64url') };
}
