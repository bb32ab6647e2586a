import { z } from 'zod';
import { adminReason, actionOutcome } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, day, timestamp, uuid } from './text.ts';
import { balanceShillings, shillings } from './money.ts';
import { administratorRoles } from './roles.ts';

const ofAdjustments = { audience: 'admin', tag: 'Adjustments' } as const;

/** `credit` adds to the merchant's balance, `debit` takes from it. */
export const adjustmentDirection = z.enum(['credit', 'debit']);

export const adjustmentStatus = z.enum(['Posted', 'Waiting', 'Rejected', 'Expired']);
export type AdjustmentStatus = z.infer<typeof adjustmentStatus>;

/** A correction of a merchant's balance. */
export const adjustment = z.object({
  adjustmentId: uuid,
  merchantId: uuid,
  merchantCode: z.string(),
  businessName: z.string(),
  direction: adjustmentDirection,
  amount: shillings,
  reason: z.string(),
  status: adjustmentStatus,
  requestedBy: z.string(),
  requestedAt: timestamp,
  /** Present if a second administrator must, or had to, approve the adjustment. */
  approvalId: uuid.optional(),
  decidedBy: z.string().optional(),
});
export type Adjustment = z.infer<typeof adjustment>;

export const adjustMerchant = endpoint({
  ...ofAdjustments,
  method: 'POST',
  path: '/api/admin/v1/adjustments',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary:
    "Manage Balance: credit or debit a merchant's balance; from KES 10,000 it waits for a second administrator",
  body: z.object({
    /** Made by the client, so that a request sent twice makes only one adjustment. */
    adjustmentId: uuid,
    merchantId: uuid,
    direction: adjustmentDirection,
    amount: shillings,
    reason: adminReason,
  }),
  example: {
    body: {
      adjustmentId: sample.id,
      merchantId: sample.id,
      direction: 'credit',
      amount: 10,
      reason: sample.reason,
    },
  },
  answer: z.object({ action: actionOutcome, adjustment, currentBalance: balanceShillings }),
  refusals: ['not_found', 'insufficient_merchant_balance', 'transaction_limit', 'adjustment_mismatch'],
  rate: { perMinute: 60 },
});

/** First and last day (Nairobi, inclusive) on which the adjustment was requested. */
const filters = z.object({
  merchantId: uuid.optional(),
  status: adjustmentStatus.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AdjustmentFilters = z.infer<typeof filters>;

export const listAdjustments = endpoint({
  ...ofAdjustments,
  method: 'GET',
  path: '/api/admin/v1/adjustments',
  roles: administratorRoles.everybody,
  summary: 'List adjustments of one merchant or of all, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ adjustments: z.array(adjustment), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});
