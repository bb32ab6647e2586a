import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, shortText, timestamp, uuid } from './text.ts';
import { bareMerchantCode } from './merchants.ts';
import {
  settlement,
  settlementAttempt,
  settlementBatchId,
  settlementFilters,
  settlementPageSize,
  settlementStep,
  settlementTransactionsPage,
} from './settlements.ts';
import { administratorRoles } from './roles.ts';
import { plainSymbols } from './pasted.ts';

const reason = shortText.refine((value) => value.length > 0, { error: 'Please give a reason' });

/** What one administrator says became of a pay-out that M-PESA or the bank does not tell us about. */
const openDecision = z.object({
  outcome: z.enum(['paid', 'not_paid']),
  /** The bank's or M-PESA's reference of one that was paid. */
  reference: z.string().optional(),
  reason: z.string().optional(),
  proposedBy: z.string(),
  proposedAt: timestamp,
  /** False for the administrator who proposed it: another one has to confirm. */
  canConfirm: z.boolean(),
});

export const adminSettlement = settlement.extend({
  /** What the audit log knows the batch by. */
  settlementId: uuid,
  merchantCode: z.string(),
  businessName: z.string(),
  /** How it is or will be paid. */
  method: z.enum(['b2c', 'b2b', 'bank-file']),
  /** Pending and waiting for an administrator; others are paid by themselves. */
  needsApproval: z.boolean(),
  /** When it is tried again by itself. */
  nextAttemptAt: timestamp.optional(),
  /** The merchant is suspended: nothing starts. */
  isFrozen: z.boolean(),
  openDecision: openDecision.optional(),
});
export type AdminSettlement = z.infer<typeof adminSettlement>;

const ofBatch = z.object({ batchId: settlementBatchId });

/** What the list and its file are narrowed to. */
const filters = settlementFilters.extend({
  merchantCode: bareMerchantCode.optional(),
  /** Only those that wait for a person: approval, a decision, or a failed pay-out. */
  needsAttention: z.stringbool().optional(),
});
export type AdminSettlementFilters = z.infer<typeof filters>;

export const adminListSettlements = endpoint({
  method: 'GET',
  path: '/api/admin/v1/settlements',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Settlements',
  summary: 'Batches of all merchants, newest first',
  query: filters.extend({ cursor: cursor.optional(), limit: settlementPageSize }),
  answer: z.object({ settlements: z.array(adminSettlement), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const adminSettlementsCsv = endpoint({
  method: 'GET',
  path: '/api/admin/v1/settlements.csv',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Settlements',
  summary: 'The filtered batches of all merchants as a file: settlements-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const adminSettlementDetail = endpoint({
  method: 'GET',
  path: '/api/admin/v1/settlements/:batchId',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Settlements',
  summary: 'One batch with its attempts, what M-PESA said to each, and its life',
  params: ofBatch,
  example: { params: { batchId: sample.batchId } },
  answer: z.object({
    settlement: adminSettlement,
    attempts: z.array(
      settlementAttempt.extend({ resultCode: z.string().optional(), conversationId: z.string().optional() }),
    ),
    steps: z.array(settlementStep),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const adminSettlementTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/v1/settlements/:batchId/transactions',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Settlements',
  summary: 'What is in a batch, oldest first',
  params: ofBatch,
  query: z.object({ cursor: cursor.optional(), limit: settlementPageSize }),
  example: { params: { batchId: sample.batchId } },
  answer: settlementTransactionsPage,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const runSettlements = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/run',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Settlements',
  summary: 'Make batches at once, whatever the schedule says, and pay what needs no approval',
  body: z.object({
    /** One merchant; without it all of them. */
    merchantCode: bareMerchantCode.optional(),
    /** `now` takes what was redeemed today too; only with the sandbox. */
    upTo: z.enum(['midnight', 'now']),
  }),
  example: { body: { merchantCode: sample.merchantCode, upTo: 'midnight' } },
  answer: z.object({ settlements: z.array(adminSettlement) }),
  refusals: [
    'not_found',
    'sandbox_only',
    'merchant_suspended',
    'merchant_unsettled',
    'settlements_held',
    'payout_channel_missing',
  ],
  rate: { perMinute: 20 },
});

export const approveSettlement = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/approve',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Settlements',
  summary: 'Pay a Pending batch now: the approval, or another try after a failure',
  body: ofBatch,
  example: { body: { batchId: sample.batchId } },
  answer: adminSettlement,
  refusals: [
    'not_found',
    'settlement_not_pending',
    'merchant_suspended',
    'settlements_held',
    'payout_channel_missing',
    'settlements_paused',
  ],
  rate: { perMinute: 60 },
});

export const checkSettlement = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/check',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Settlements',
  summary: 'Have M-PESA asked about a pay-out whose result has not come',
  body: ofBatch,
  example: { body: { batchId: sample.batchId } },
  answer: adminSettlement,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const cancelSettlement = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/cancel',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Settlements',
  summary: 'Cancel a Pending batch; the money returns to what the merchant is owed, for a later batch',
  body: ofBatch.extend({ reason }),
  example: { body: { batchId: sample.batchId, reason: sample.reason } },
  answer: adminSettlement,
  refusals: ['not_found', 'settlement_not_pending'],
  rate: { perMinute: 60 },
});

export const proposeSettlementOutcome = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/mark',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Settlements',
  summary: 'Say that a Processing batch was paid, or was not; a second administrator has to confirm it',
  body: z.discriminatedUnion('outcome', [
    z.object({
      batchId: settlementBatchId,
      outcome: z.literal('paid'),
      /** The bank's reference, or M-PESA's receipt. */
      reference: z
        .string()
        .overwrite(plainSymbols)
        .toUpperCase()
        .regex(/^[A-Z0-9][A-Z0-9/._-]{3,39}$/u, { error: 'Please enter the reference of the payment' }),
    }),
    z.object({ batchId: settlementBatchId, outcome: z.literal('not_paid'), reason }),
  ]),
  example: { body: { batchId: sample.batchId, outcome: 'paid', reference: 'FT2611200001' } },
  answer: adminSettlement,
  refusals: ['not_found', 'settlement_not_markable', 'decision_open', 'receipt_known'],
  rate: { perMinute: 60 },
});

export const confirmSettlementOutcome = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/confirm',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Settlements',
  summary: 'Confirm what another administrator said about a batch, or turn it down',
  body: ofBatch.extend({ isConfirmed: z.boolean() }),
  example: { body: { batchId: sample.batchId, isConfirmed: true } },
  answer: adminSettlement,
  refusals: [
    'not_found',
    'decision_missing',
    'second_person_needed',
    'asker_gone',
    'receipt_known',
    'payment_being_sent',
  ],
  rate: { perMinute: 60 },
});

export const bankFile = endpoint({
  method: 'GET',
  path: '/api/admin/v1/settlements/bank-file.csv',
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Settlements',
  summary: 'Approved batches to be paid through the bank: bank-file-{yyyy-MM-dd}.csv',
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});
