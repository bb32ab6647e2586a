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
} from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys for one purpose each, derived from the application's one secret so that none can stand in for another. */
export type Keys = {
  jwt: Uint8Array;
  lookup: KeyObject;
  encryption: KeyObject;
  /** Seed of the VAPID key pair that identifies us to push services. */
  push: Buffer;
};

/** @param secret at least 32 random bytes */
export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', secret, 'zawadi', purpose, bytes));
  return {
    jwt: new Uint8Array(derive('access-token')),
    // Bytes would be imported as a key again for every use, which takes six times as long as the hash itself.
    lookup: createSecretKey(derive('look-up')),
    encryption: createSecretKey(derive('encryption')),
    push: derive('web-push', 48),
  };
}

/** A keyed hash to look a secret up without storing it. */
export function lookupHash(keys: Keys, value: string): Buffer {
  return createHmac('sha256', keys.lookup).update(value).digest();
}

/** A plain hash; enough for tokens of 128 random bits or more. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** A random token in base64url. */
export function randomToken(bytes = 24): string {
  return randomBytes(bytes).toString('base64url');
}

/** Encrypts with AES-256-GCM: version, nonce, tag, text. */
export function encrypt(keys: Keys, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
}

/** @throws Error when the bytes were changed or belong to another key */
export function decrypt(keys: Keys, sealed: Buffer): string {
  if (sealed[0] !== VERSION) throw new Error('unknown encryption version');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, nonce);
  decipher.setAuthTag(tag);
  return (
    decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}

/** Compares in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(tokenHash(left), tokenHash(right));
}
