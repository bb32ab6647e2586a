import { z } from 'zod';

/** What one transaction may be at the very most on any wire, in whole shillings; the product's limits are far lower. */
const LARGEST_SHILLINGS = 100_000_000;

/** A whole, positive number of shillings, as every wire carries money. Strings, fractions and zero are refused. */
export const shillings = z
  .number({ error: 'Please enter a valid amount' })
  .int({ error: 'Please enter a whole number of shillings' })
  .positive({ error: 'Please enter a valid amount' })
  .max(LARGEST_SHILLINGS, { error: 'This amount is too large' });

/** A balance on the wire: whole shillings, zero allowed. */
export const balanceShillings = z.number().int().nonnegative();

/** Shillings that may be below zero: a difference, a change. */
export const signedShillings = z.number().int();

/** How many there are of something. */
export const count = z.number().int().nonnegative();

/** Cents of a whole number of shillings. Throws a RangeError for anything that is not a safe integer. */
export function centsOf(amountShillings: number): bigint {
  if (!Number.isSafeInteger(amountShillings)) throw new RangeError(`not whole shillings: ${amountShillings}`);
  return BigInt(amountShillings) * 100n;
}

/** Whole shillings of an amount in cents. The part below a shilling, which no wire carries, is cut off. */
export function shillingsOf(amountCents: bigint): number {
  return Number(amountCents / 100n);
}

let kes: Intl.NumberFormat | undefined;

/** `KES 1,234`: code first, a no-break space, thousands separators, no decimals. */
export function formatKes(amountShillings: number): string {
  kes ??= new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 });
  return `KES\u00a0${kes.format(amountShillings)}`;
}
