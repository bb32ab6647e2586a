import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursor, timestamp, uuid } from './text.ts';
import { administratorRoles } from './roles.ts';

const ofFloatChecks = { audience: 'admin', tag: 'Reconciliation' } as const;

/** In cents, as in the trial balance. */
const signedCents = z.number().int();

/** M-PESA’s own balances against the ledger. `payout` is utility, working and unsettled charges together. */
export const floatCheck = z.object({
  checkId: uuid,
  /** When M-PESA was asked. */
  at: timestamp,
  /**
   * `asking`: no answer yet. `failed`: M-PESA did not answer. `differs` is checked twice more before an alert is sent.
   */
  status: z.enum(['asking', 'agrees', 'differs', 'failed']),
  answeredAt: timestamp.optional(),
  accounts: z.array(
    z.object({
      account: z.enum(['collection', 'payout']),
      theirsCents: signedCents,
      oursCents: signedCents,
      /** theirs − ours */
      differenceCents: signedCents,
    }),
  ),
  /** Whether the alert address was notified of it. */
  isReported: z.boolean(),
});
export type FloatCheck = z.infer<typeof floatCheck>;

export const listFloatChecks = endpoint({
  ...ofFloatChecks,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/float-checks',
  roles: administratorRoles.everybody,
  summary: 'List M-PESA’s balances against the ledger, one a day, newest first',
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
