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

/**
 * First byte of a sealed value. After `MARKED` comes the key id. Values without a key id begin with `UNMARKED` and
 * the nonce.
 */
const MARKED = 2;
const UNMARKED = 1;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys derived from one secret, one per purpose. None is used for another purpose. */
export type Key = {
  /** Eight hexadecimal digits that are derived from the secret and do not reveal it. */
  id: string;
  jwt: webcrypto.CryptoKey;
  lookup: KeyObject;
  shortSecret: KeyObject;
  encryption: KeyObject;
  /** Seed of the VAPID key pair. Used only by installations older than the stored pair. */
  push: Buffer;
  /**
   * When another key replaced this one. Signed values that are stored nowhere are accepted only for a while after it.
   */
  replacedAt?: Date;
};

/** All accepted keys. The first one seals, hashes and signs new values. */
export type Keys = readonly [Key, ...Key[]];

/**
 * Derives the keys of each secret.
 * @param secrets newest first, each at least 32 random bytes
 */
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
    // Import the key once. Importing its bytes for every use takes longer than the use itself.
    jwt: createSecretKey(derive('access-token')).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]),
    lookup: createSecretKey(derive('look-up')),
    shortSecret: createSecretKey(derive('short-secret')),
    encryption: createSecretKey(derive('encryption')),
    push: derive('web-push', 48),
  };
}

/** Longer than the lifetime of every signed value that is stored nowhere: access tokens, nonces, challenges. */
const UNSTORED_LIVES_MS = 3_600_000;

/**
 * Returns the keys that may sign values that are stored nowhere. Excludes keys replaced more than an hour ago. A
 * leaked old secret then cannot sign tokens, although it still opens old values.
 */
export function signingKeys([first, ...others]: Keys, now: Date): Keys {
  const isAccepted = ({ replacedAt }: Key) =>
    !replacedAt || now.getTime() - replacedAt.getTime() < UNSTORED_LIVES_MS;
  return [first, ...others.filter(isAccepted)];
}

/** Computes a keyed hash, under which a secret can be found without being stored. */
export function lookupHash([key]: Keys, value: string): Buffer {
  return hashWith(key, value);
}

/** Returns all hashes under which a value may be stored, one per key. The first key's hash is first. */
export function lookupHashes([first, ...others]: Keys, value: string): [Buffer, ...Buffer[]] {
  return [hashWith(first, value), ...others.map((key) => hashWith(key, value))];
}

/** Computes the hash of `lookupHash` with one particular key. */
export function hashWith(key: Key, value: string): Buffer {
  return createHmac('sha256', key.lookup).update(value).digest();
}

/** Computes the keyed hash of a secret of few digits, under a key that hashes nothing else. */
export function shortSecretHash(key: Key, digits: string): Buffer {
  return createHmac('sha256', key.shortSecret).update(digits).digest();
}

/** Computes a hash without a key. Use it only for random tokens of 128 bits or more. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Makes a random token in base64url. */
export function randomToken(bytes = 24): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * Encrypts with AES-256-GCM. The result has version, key id, nonce, tag and text.
 * @param purpose of a value that callers hold and send back. It is authenticated, so the value opens for no other
 *   purpose. Absent for stored values, whose column is their purpose.
 */
export function encrypt([key]: Keys, text: string, purpose?: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.encryption, nonce);
  if (purpose) cipher.setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([markOf(key), nonce, cipher.getAuthTag(), body]);
}

/** Returns the first bytes of every value that a key has sealed. */
export function markOf({ id }: Pick<Key, 'id'>): Buffer {
  return Buffer.concat([Buffer.from([MARKED]), Buffer.from(id, 'hex')]);
}

/**
 * Decrypts a sealed value.
 * @throws Error if the bytes were changed, if the ring lacks the key, or if the value was sealed for another purpose
 */
export function decrypt(keys: Keys, sealed: Buffer, purpose?: string): string {
  return open(keys, sealed, purpose).text;
}

/**
 * Decrypts a sealed value; returns its text and key. Tries each key for a value without a key id; its tag fits only
 * one key.
 * @throws Error as `decrypt` does
 */
export function open(keys: Keys, sealed: Buffer, purpose?: string): { text: string; key: Key } {
  if (sealed[0] === MARKED) {
    const id = sealed.subarray(1, 1 + ID_BYTES).toString('hex');
    const key = keys.find((one) => one.id === id);
    if (!key) throw new Error(`sealed by the key ${id}, which is not in APP_SECRETS`);
    return { key, text: openWith(key, sealed.subarray(1 + ID_BYTES), purpose) };
  }
  if (sealed[0] !== UNMARKED) throw new Error('unknown encryption version');
  for (const key of keys) {
    try {
      return { key, text: openWith(key, sealed.subarray(1), purpose) };
    } catch {
      // Another key sealed the value, or its bytes were changed.
    }
  }
  throw new Error('no key of APP_SECRETS opens the sealed value');
}

/**
 * Finds the key that sealed a value.
 * @returns undefined if the ring lacks it
 */
export function keyThatOpens(keys: Keys, sealed: Buffer): Key | undefined {
  try {
    return open(keys, sealed).key;
  } catch {
    return undefined;
  }
}

function openWith({ encryption }: Key, bytes: Buffer, purpose: string | undefined): string {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', encryption, nonce);
  if (purpose) decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Compares two secrets in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(tokenHash(left), tokenHash(right));
}
