import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { count } from './money.ts';
import { cursor, timestamp, uuid } from './text.ts';
import { administratorRoles } from './roles.ts';

const ofFloatChecks = { audience: 'admin', tag: 'Reconciliation' } as const;

/** In cents, as the trial balance is. */
const signedCents = z.number().int();

/**
 * Compares M-PESA’s own balances with our ledger. `payout` is the sum of utility account, working account and unsettled
 * charges.
 */
export const floatCheck = z.object({
  checkId: uuid,
  /** When we asked M-PESA for its balances. */
  at: timestamp,
  /**
   * `asking`: M-PESA has not answered yet. `failed`: M-PESA did not answer. `differs`: the balances are compared twice
   * more before an alert is sent.
   */
  status: z.enum(['asking', 'agrees', 'differs', 'failed']),
  answeredAt: timestamp.optional(),
  accounts: z.array(
    z.object({
      account: z.enum(['collection', 'payout']),
      theirsCents: signedCents,
      oursCents: signedCents,
      /** M-PESA's balance less ours. */
      differenceCents: signedCents,
    }),
  ),
  /** Whether a difference was sent to the alert address. */
  isReported: z.boolean(),
  /** False for a check by day, while payments are under way: it only shows how much money is left. */
  isComparison: z.boolean(),
  /**
   * Pay-outs whose charge is not booked yet, and the largest sum of these charges. If the pay-out balance is at most this
   * much smaller than ours, the check agrees.
   */
  uncharged: z.object({ payouts: count, mostCents: signedCents }),
});
export type FloatCheck = z.infer<typeof floatCheck>;

export const listFloatChecks = endpoint({
  ...ofFloatChecks,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/float-checks',
  roles: administratorRoles.everybody,
  summary: 'List M-PESA’s balances against the ledger, newest first',
  query: z.object({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ checks: z.array(floatCheck), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const checkFloat = endpoint({
  ...ofFloatChecks,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/float-checks',
  roles: administratorRoles.money,
  summary: 'Ask M-PESA for its balances now; the answer arrives a moment later',
  answer: floatCheck,
  refusals: ['provider_unavailable'],
  rate: { perMinute: 10 },
});
