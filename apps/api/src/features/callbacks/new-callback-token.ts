import { randomBytes } from 'node:crypto';

/** 192 random bits in hex: Daraja forbids certain words in callback addresses, and hex can spell none of them. */
export function newCallbackToken(): string {
  return randomBytes(24).toString('hex');
}
