import { hash } from 'node:crypto';

/** The hash under which the answer to a key is kept. @param call method and path, such as `POST /api/v1/…` */
export function scopeOf(call: string, idempotencyKey: string): Buffer {
  return sha256(`${call} ${idempotencyKey}`);
}

/** The hash that tells a repeated request from another one with the same key. @param body as it was validated */
export function fingerprintOf(body: object): Buffer {
  return sha256(JSON.stringify(body));
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
