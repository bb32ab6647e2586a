import { z } from 'zod';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { mpesaReceipt, shortText, uuid } from './text.ts';

const transactionId = uuid;

export const markWithdrawal = endpoint({
  method: 'POST',
  path: '/api/admin/v1/withdrawals/mark',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Transactions',
  summary:
    'Mark the outcome of a withdrawal by M-PESA’s statement: pending for long, or paid after its money was returned. Always needs a second administrator',
  body: z.discriminatedUnion('outcome', [
    z.object({ transactionId, outcome: z.literal('paid'), receipt: mpesaReceipt, reason: adminReason }),
    z.object({
      transactionId,
      outcome: z.literal('not_paid'),
      /** The M-PESA statement in which the payment is missing, by its name or number and its period. */
      statement: shortText.refine((value) => value.length > 0, {
        error: 'Please name the statement that lacks the payment',
      }),
      reason: adminReason,
    }),
  ]),
  example: {
    body: { transactionId: sample.id, outcome: 'paid', receipt: 'UKK0000000', reason: sample.reason },
  },
  answer: actionOutcome,
  refusals: [
    'not_found',
    'withdrawal_not_markable',
    'withdrawal_too_young',
    'receipt_known',
    'payment_being_sent',
    'approval_open',
    'approval_outdated',
  ],
  rate: { perMinute: 30 },
});
