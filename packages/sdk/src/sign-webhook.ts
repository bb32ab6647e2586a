import { importSecret, signedBytes } from './webhook-signature.ts';

/**
 * Signs a webhook message as Zawadi does, for tests of your own receiver.
 * @param message.payload the body, exactly as it is sent
 * @param message.secret one secret, or two during a rotation
 * @returns the message's headers
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
