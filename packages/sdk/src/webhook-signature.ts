/** Returns the bytes that a signature covers, as Standard Webhooks 1.0.0 defines them: `id.timestamp.body`. */
export function signedBytes(
  id: string,
  timestamp: string,
  body: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  return signed;
}

/** `CryptoKey`, which is no global type in Node. */
type Key = Parameters<typeof crypto.subtle.sign>[1];

/**
 * Imports a signing secret as a key.
 * @throws TypeError for an invalid secret
 */
export async function importSecret(secret: string, use: 'sign' | 'verify'): Promise<Key> {
  const bytes = bytesOf(secret.replace(/^whsec_/u, ''));
  if (!bytes || bytes.length === 0) throw new TypeError('This is not a signing secret (whsec_…).');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

/** @returns undefined if the text is not base64 */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
