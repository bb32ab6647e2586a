import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Makes a signing secret in the format of Standard Webhooks: `whsec_`, then random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * Returns the headers that prove that Zawadi sent a message, according to Standard Webhooks 1.0.0:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md. Signs
 * `id.timestamp.body` with HMAC-SHA256, once for each active secret.
 * @param message.at time of this attempt; receivers refuse messages older than a few minutes
 */
export function signatureHeaders(
  message: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(signed, secret)}`).join(' '),
  };
}

/** Serializes the body of an event. Every attempt gets the same bytes, because receivers may compare them. */
export function payloadOf(event: { type: string; createdAt: Date; data: object }): string {
  return JSON.stringify({ type: event.type, timestamp: event.createdAt.toISOString(), data: event.data });
}

function signatureOf(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
