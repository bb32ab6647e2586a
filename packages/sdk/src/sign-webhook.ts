/**
 * Signs a message as Zawadi does, for the tests of your own receiver.
 * @param message.payload the body, exactly as it is sent
 * @param message.secret one, or both while it is being changed
 * @returns the headers that belong to it
 */
export async function signWebhook(message: {
  id: string;
  payload: string;
  secret: string | readonly string[];
  at?: Date;
}): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const { id, payload, secret, at = new Date() } = message;
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signed = signedBytes(id, timestamp, new TextEncoder().encode(payload));
  const signatures = await Promise.all(
    [secret].flat().map(async (one) => {
      const signature = await crypto.subtle.sign('HMAC', await importSecret(one, 'sign'), signed);
      return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
    }),
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** What is signed, as Standard Webhooks 1.0.0 has it: `id.timestamp.body`. */
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

/** @throws TypeError for what is no signing secret */
export async function importSecret(secret: string, use: 'sign' | 'verify') {
  const bytes = bytesOf(secret.replace(/^whsec_/u, ''));
  if (!bytes || bytes.length === 0) throw new TypeError('This is not a signing secret (whsec_…).');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

/** @returns undefined for what is not base64 */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
