import { hash } from 'node:crypto';

/**
 * Computes the hash under which the answer to an idempotency key is stored.
 * @param call method and path of the endpoint, such as `POST /api/v1/…`
 */
export function scopeOf(call: string, idempotencyKey: string): Buffer {
  return sha256(`${call} ${idempotencyKey}`);
}

/**
 * Computes a hash of the request. It distinguishes a retry from another request with the same key.
 * @param body after validation
 */
export function fingerprintOf(body: object): Buffer {
  return sha256(JSON.stringify(body));
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
