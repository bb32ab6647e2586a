import { z } from 'zod';
import { timestamp } from './text.ts';

/**
 * The outcome of a query to M-PESA. `accepted`: M-PESA answers in a moment, by callback. `refused`: M-PESA did not take
 * the query. `unanswered`: no answer, or an error of M-PESA's server. `not_needed`: nothing was left to ask, or M-PESA
 * was asked just now. `sent_again`: the order was sent again under its old ID, which shows its outcome.
 */
export const queryOutcome = z.enum([
  'answered',
  'accepted',
  'refused',
  'unanswered',
  'not_needed',
  'sent_again',
]);
export type QueryOutcome = z.infer<typeof queryOutcome>;

/** One query to M-PESA about a payment. */
export const paymentQuery = z.object({
  at: timestamp,
  /** `prompt`: the outcome of a prompt. `status`: the status of a transaction. `list`: the list of received payments. */
  call: z.enum(['prompt', 'status', 'list']),
  /** Name of the requesting administrator. Absent if a customer or the product itself sent the query. */
  administrator: z.string().optional(),
  askedBy: z.enum(['worker', 'customer', 'administrator']),
  /** `asking`: the call is running. `accepted`: the answer has not come yet. */
  state: z.enum(['asking', 'accepted', 'answered', 'refused', 'unanswered']),
  /** M-PESA's words, or the error in place of an answer, such as `HTTP 503`. */
  detail: z.string().optional(),
  endedAt: timestamp.optional(),
});
