import { z } from 'zod';

export { centsOf, formatComing, formatKes, shillingsOf } from './format.ts';

/** The largest amount that any API accepts, in whole shillings. The product's own limits are far lower. */
const LARGEST_SHILLINGS = 100_000_000;

/** A positive whole number of shillings, as in every API. Refuses strings, fractions and zero. */
export const shillings = z
  .number({ error: 'Please enter a valid amount' })
  .int({ error: 'Please enter a whole number of shillings' })
  .positive({ error: 'Please enter a valid amount' })
  .max(LARGEST_SHILLINGS, { error: 'This amount is too large' });

/** A balance in an API: whole shillings, zero allowed. */
export const balanceShillings = z.number().int().nonnegative();

/** Shillings that may be negative: a difference or a change. */
export const signedShillings = z.number().int();

/** How many of something there are. */
export const count = z.number().int().nonnegative();
