import { hash, randomFillSync, randomInt, randomUUID } from 'node:crypto';
import { parse, v7 } from 'uuid';
import { systemClock } from './clock.ts';

const NAMESPACE = parse('6f3f1c7a-8a53-4c39-9a0e-5c0d4b1e7a10');

const RANDOM_BYTES = 16;
// Random bytes for many ids at once. The library would ask the system for each id, which takes ten times as long as
// the rest.
const pool = new Uint8Array(256 * RANDOM_BYTES);
let used = pool.length;
// Starts at a random number, so that an id does not reveal how many ids were made before.
let count = randomInt(2 ** 31);

/**
 * Makes a time-ordered id for a row, by the process's clock. Ids of one process stay in order even within a
 * millisecond.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  count = (count + 1) >>> 0;
  return v7({ msecs: systemClock.now().getTime(), seq: count, random });
}

/** Makes a random id that does not reveal its time, for ids that people see or M-PESA receives. */
export function newRandomId(): string {
  return randomUUID();
}

/**
 * Derives an id from words. The same words give the same id, so that a repeated cause finds its earlier effect. The
 * result is a UUID of version 5 (RFC 9562, section 5.5). Implemented here for speed: every transfer needs some, and
 * one hexadecimal digest is enough.
 */
export function derivedId(...words: string[]): string {
  const digest = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(words.join('/'))]), 'hex');
  const variant = ((parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/** A UUID as the database writes it, in lower case. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
