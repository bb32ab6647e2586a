import { randomInt } from 'node:crypto';

// Read aloud and typed by hand at a pay bill: no symbol that looks like another.
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** A reference a customer can type as account number: 8 symbols, at most 12 are allowed by M-PESA. */
export function newBillReference(): string {
  return Array.from({ length: LENGTH }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length))).join('');
}
