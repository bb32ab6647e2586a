import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, shortText, timestamp, uuid } from './text.ts';
import { bareMerchantCode } from './merchants.ts';
import {
  bankFileNumber,
  settlement,
  settlementAttempt,
  settlementBatchId,
  settlementFilters,
  settlementPageSize,
  settlementStep,
  settlementTransactionsPage,
} from './settlements.ts';
import { queryOutcome } from './payment-queries.ts';
import { administratorRoles } from './roles.ts';
import { plainSymbols } from './pasted.ts';

const reason = shortText.refine((value) => value.length > 0, { error: 'Please give a reason' });

/** An administrator's mark on a pay-out that neither M-PESA nor the bank reports. */
const paid = z.object({
  outcome: z.literal('paid'),
  /** Reference of the bank, or receipt of M-PESA. */
  reference: z
    .string()
    .overwrite(plainSymbols)
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9/._-]{3,39}$/u, { error: 'Please enter the reference of the payment' }),
});
const notPaid = z.object({ outcome: z.literal('not_paid'), reason });

/** The body of a mark: what it is about, and the outcome. */
export function markOf<Shape extends z.ZodRawShape>(of: z.ZodObject<Shape>) {
  return z.discriminatedUnion('outcome', [paid.extend(of.shape), notPaid.extend(of.shape)]);
}

/** One administrator's mark on a pay-out whose outcome neither M-PESA nor the bank reports. */
const openDecision = z.object({
  outcome: z.enum(['paid', 'not_paid']),
  /** If paid: the reference of the bank or of M-PESA. */
  reference: z.string().optional(),
  reason: z.string().optional(),
  proposedBy: z.string(),
  proposedAt: timestamp,
  /** False for the administrator who proposed the mark: another administrator must confirm it. */
  canConfirm: z.boolean(),
});

export const adminSettlement = settlement.extend({
  /** Id of the batch in the audit log. */
  settlementId: uuid,
  merchantCode: z.string(),
  businessName: z.string(),
  /** How the batch was or will be paid. */
  method: z.enum(['b2c', 'b2b', 'bank-file']),
  /** Whether a Pending batch waits for an administrator. Other batches are paid automatically. */
  needsApproval: z.boolean(),
  /** When the next automatic retry is due. */
  nextAttemptAt: timestamp.optional(),
  /** Whether the merchant is suspended, so that no pay-out starts. */
  isFrozen: z.boolean(),
  openDecision: openDecision.optional(),
  /** The bank file that has the batch's latest pay-out. */
  bankFile: z.string().optional(),
});
export type AdminSettlement = z.infer<typeof adminSettlement>;

const ofBatch = z.object({ batchId: settlementBatchId });

/** Filters of the list and its file. */
const filters = settlementFilters.extend({
  merchantCode: bareMerchantCode.optional(),
  /** Only batches that need a person: to approve them, to confirm a mark, or to retry a failed pay-out. */
  needsAttention: z.stringbool().optional(),
  /** Only batches of this bank file, also those that were not paid. */
  bankFile: bankFileNumber.optional(),
});
export type AdminSettlementFilters = z.infer<typeof filters>;

export const adminListSettlements = endpoint({
  method: 'GET',
  path: '/api/admin/v1/settlements',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Settlements',
  summary: 'List batches of all merchants, newest first',
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
  summary: 'Download the filtered batches of all merchants as a file: settlements-{yyyy-MM-dd}.csv, streamed',
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
  summary: "Get one batch with its attempts, M-PESA's answers and its history",
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
  summary: 'List the entries of a batch, oldest first',
  params: ofBatch,
  query: z.object({ cursor: cursor.optional(), limit: settlementPageSize }),
  example: { params: { batchId: sample.batchId } },
  answer: settlementTransactionsPage,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

const NOT_PAYABLE = ['merchant_suspended', 'settlements_held', 'payout_channel_missing'] as const;

export const runSettlements = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/run',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Settlements',
  summary: 'Make batches at once, whatever the schedule, and pay all batches that need no approval',
  body: z.object({
    /** Code of one merchant; all merchants if absent. */
    merchantCode: bareMerchantCode.optional(),
    /** `now` includes today's redemptions, and works only in the sandbox. */
    upTo: z.enum(['midnight', 'now']),
  }),
  example: { body: { merchantCode: sample.merchantCode, upTo: 'midnight' } },
  answer: z.object({ settlements: z.array(adminSettlement) }),
  refusals: ['settling_stopped', 'not_found', 'sandbox_only', ...NOT_PAYABLE, 'merchant_unsettled'],
  rate: { perMinute: 20 },
});

export const approveSettlement = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/approve',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Settlements',
  summary: 'Pay a Pending batch now: approves it, or retries after a failure',
  body: ofBatch,
  example: { body: { batchId: sample.batchId } },
  answer: adminSettlement,
  refusals: ['settling_stopped', 'not_found', 'settlement_not_pending', ...NOT_PAYABLE, 'settlements_paused'],
  rate: { perMinute: 60 },
});

export const checkSettlement = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settlements/check',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Settlements',
  summary: 'Ask M-PESA about a pay-out whose result has not come',
  body: ofBatch,
  example: { body: { batchId: sample.batchId } },
  answer: adminSettlement.extend({ outcome: queryOutcome }),
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
  summary: "Cancel a Pending batch; the money returns to the merchant's balance, for a later batch",
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
  summary: 'Mark a Processing batch as paid or not paid; a second administrator must confirm it',
  body: markOf(ofBatch),
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
  summary: "Confirm or reject another administrator's mark on a batch",
  body: ofBatch.extend({ isConfirmed: z.boolean() }),
  example: { body: { batchId: sample.batchId, isConfirmed: true } },
  answer: adminSettlement,
  refusals: [
    'not_found',
    'decision_missing',
    'second_person_needed',
    'requester_ineligible',
    'receipt_known',
    'payment_being_sent',
  ],
  rate: { perMinute: 60 },
});
