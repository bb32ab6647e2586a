import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
  type webcrypto,
} from 'node:crypto';

/** Of sealed values that name their key. Those of before key ids begin with `UNMARKED` and the nonce. */
const MARKED = 2;
const UNMARKED = 1;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys for one purpose each, derived from one secret so that none can stand in for another. */
export type Key = {
  /** Eight hexadecimal digits that follow from the secret and do not tell it. */
  id: string;
  jwt: webcrypto.CryptoKey;
  lookup: KeyObject;
  encryption: KeyObject;
  /** Seed of the VAPID key pair of installations that have one from before the pair was stored. */
  push: Buffer;
  /** When another key of the ring took its place; what is not stored is accepted from it for a while only. */
  replacedAt?: Date;
};

/** All keys that are understood. The first one seals, hashes and signs whatever is new. */
export type Keys = readonly [Key, ...Key[]];

/** @param secrets the newest first, each at least 32 random bytes */
export function deriveKeys(...secrets: readonly Buffer[]): Keys {
  const [first, ...others] = secrets.map(deriveKey);
  if (!first) throw new Error('there is no secret');
  return [first, ...others];
}

function deriveKey(secret: Buffer): Key {
  const derive = (purpose: string, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', secret, 'zawadi', purpose, bytes));
  return {
    id: derive('key-id', ID_BYTES).toString('hex'),
    // Bytes would be imported as a key again for every use, which takes longer than the use itself.
    jwt: createSecretKey(derive('access-token')).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]),
    lookup: createSecretKey(derive('look-up')),
    encryption: createSecretKey(derive('encryption')),
    push: derive('web-push', 48),
  };
}

/** Longer than anything lives that a key has signed and that is stored nowhere: access tokens, nonces, challenges. */
const UNSTORED_LIVES_MS = 3_600_000;

/**
 * The keys that what is stored nowhere may be signed with: without those that were replaced more than an hour ago, so that
 * a leaked secret that still opens old values signs no tokens.
 */
export function signingKeys([first, ...others]: Keys, now: Date): Keys {
  const isAccepted = ({ replacedAt }: Key) =>
    !replacedAt || now.getTime() - replacedAt.getTime() < UNSTORED_LIVES_MS;
  return [first, ...others.filter(isAccepted)];
}

/** A keyed hash to look a secret up without storing it. */
export function lookupHash([key]: Keys, value: string): Buffer {
  return hashWith(key, value);
}

/** The hashes under which a value may have been stored: one for each key, that of the first key first. */
export function lookupHashes([first, ...others]: Keys, value: string): [Buffer, ...Buffer[]] {
  return [hashWith(first, value), ...others.map((key) => hashWith(key, value))];
}

/** `lookupHash` by one key of the ring. */
export function hashWith(key: Key, value: string): Buffer {
  return createHmac('sha256', key.lookup).update(value).digest();
}

/** A plain hash; enough for tokens of 128 random bits or more. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** A random token in base64url. */
export function randomToken(bytes = 24): string {
  return randomBytes(bytes).toString('base64url');
}

/** Encrypts with AES-256-GCM: version, key id, nonce, tag, text. */
export function encrypt([key]: Keys, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.encryption, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([markOf(key), nonce, cipher.getAuthTag(), body]);
}

/** What everything begins with that is sealed by a key. */
export function markOf({ id }: Pick<Key, 'id'>): Buffer {
  return Buffer.concat([Buffer.from([MARKED]), Buffer.from(id, 'hex')]);
}

/** @throws Error when the bytes were changed or belong to a key that is not in the ring */
export function decrypt(keys: Keys, sealed: Buffer): string {
  return open(keys, sealed).text;
}

/**
 * Decrypts, and says with which key. A value of before key ids is tried with each: the tag fits one only.
 * @throws Error as `decrypt`
 */
export function open(keys: Keys, sealed: Buffer): { text: string; key: Key } {
  if (sealed[0] === MARKED) {
    const id = sealed.subarray(1, 1 + ID_BYTES).toString('hex');
    const key = keys.find((one) => one.id === id);
    if (!key) throw new Error(`sealed by the key ${id}, which is not in APP_SECRETS`);
    return { key, text: openWith(key, sealed.subarray(1 + ID_BYTES)) };
  }
  if (sealed[0] !== UNMARKED) throw new Error('unknown encryption version');
  for (const key of keys) {
    try {
      return { key, text: openWith(key, sealed.subarray(1)) };
    } catch {
      // Another key's, or changed.
    }
  }
  throw new Error('no key of APP_SECRETS opens what was sealed');
}

/** @returns the key that a sealed value is under, if the ring has it */
export function keyThatOpens(keys: Keys, sealed: Buffer): Key | undefined {
  try {
    return open(keys, sealed).key;
  } catch {
    return undefined;
  }
}

function openWith({ encryption }: Key, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', encryption, nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Compares in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(tokenHash(left), tokenHash(right));
}
