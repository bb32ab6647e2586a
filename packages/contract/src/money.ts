import { z } from 'zod';

export { centsOf, formatKes, shillingsOf } from './format.ts';

/** The most that one transaction may carry on any wire, in whole shillings; the product's limits are far lower. */
const LARGEST_SHILLINGS = 100_000_000;

/** A whole, positive number of shillings, as every wire carries money. Refuses strings, fractions and zero. */
export const shillings = z
  .number({ error: 'Please enter a valid amount' })
  .int({ error: 'Please enter a whole number of shillings' })
  .positive({ error: 'Please enter a valid amount' })
  .max(LARGEST_SHILLINGS, { error: 'This amount is too large' });

/** A balance on the wire: whole shillings, zero allowed. */
export const balanceShillings = z.number().int().nonnegative();

/** Shillings that may be negative: a difference, a change. */
export const signedShillings = z.number().int();

/** A number of things. */
export const count = z.number().int().nonnegative();
