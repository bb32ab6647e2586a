import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, day, timestamp, uuid } from './text.ts';
import { balanceShillings, shillings } from './money.ts';
import { memberRoles } from './roles.ts';
import { plainSymbols } from './pasted.ts';

export const settlementStatus = z.enum(['Pending', 'Processing', 'Completed', 'Canceled']);
export type SettlementStatus = z.infer<typeof settlementStatus>;

export const payoutChannelName = z.enum(['Bank Transfer', 'M-Pesa']);

/** `ST-20261120-7KQ2M`: the Nairobi day it was made on and symbols that do not look alike. */
export const settlementBatchId = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^ST-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{5}$/u, { error: 'This is not a batch ID' });

/** One batch of what a merchant is owed. Amounts are whole shillings. */
export const settlement = z.object({
  batchId: z.string(),
  /** What was redeemed less what was taken back: gross, before the fee. */
  amount: shillings,
  processingFee: balanceShillings,
  /** What arrives at the merchant. */
  netAmount: shillings,
  status: settlementStatus,
  /** When the batch was made. */
  date: timestamp,
  /** Everything up to here is in this batch or in an earlier one. */
  cutOffAt: timestamp,
  completedAt: timestamp.optional(),
  payoutChannel: payoutChannelName,
  /** Where the money goes, shortened: `M-PESA 2547****678`, `Till 123456`, `Equity Bank ••••4321`. */
  destination: z.string(),
  transactionCount: z.number().int().nonnegative(),
  /** The M-PESA receipt or the bank's reference of a completed one. */
  reference: z.string().optional(),
  /** Why the last pay-out did not succeed, in plain words; only while it is Pending. */
  failureReason: z.string().optional(),
});
export type Settlement = z.infer<typeof settlement>;

/** What a list or an export is narrowed to. Days are Nairobi's, both inclusive, and mean the day of the batch. */
export const settlementFilters = z.object({
  status: settlementStatus.optional(),
  payoutChannel: payoutChannelName.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type SettlementFilters = z.infer<typeof settlementFilters>;

export const settlementPageSize = z.coerce.number().int().min(1).max(100).default(20);

/** One thing that changed what the merchant is owed. Negative amounts were taken back. */
export const settlementTransaction = z.object({
  transactionId: uuid,
  kind: z.enum([
    'redemption',
    'reversal',
    'voucher_created',
    'voucher_returned',
    'adjustment',
    'batch_returned',
  ]),
  /** In plain words: `Redemption`, `Redemption reversed`, … */
  description: z.string(),
  /** Of redemptions, their reversals, and vouchers that the merchant has made or got back. */
  voucherId: uuid.optional(),
  codeLastFour: z.string().optional(),
  /** Of redemptions and their reversals. */
  redemptionId: uuid.optional(),
  /** The merchant's own: of the redemption, or of the voucher that it has made. */
  reference: z.string().optional(),
  date: timestamp,
  amount: z.number().int(),
});
export type SettlementTransaction = z.infer<typeof settlementTransaction>;

export const settlementTransactionsPage = z.object({
  transactions: z.array(settlementTransaction),
  nextCursor: cursor.optional(),
});

/** One try to pay a batch out. */
export const settlementAttempt = z.object({
  /** The OriginatorConversationID under which M-PESA was told. */
  attemptId: uuid,
  startedAt: timestamp,
  status: z.enum(['Processing', 'Paid', 'Failed']),
  destination: z.string(),
  /** In plain words what became of it. */
  outcome: z.string(),
  reference: z.string().optional(),
});

/** One line of the life of a batch, oldest first, in plain words. */
export const settlementStep = z.object({
  at: timestamp,
  text: z.string(),
  /** A pay-out that did not succeed, or the end of a batch that is not paid. */
  isSetback: z.boolean(),
});

export const settlementSummary = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements/summary',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary: 'The cards: settled so far, on its way, not yet in a batch, and how long it takes',
  answer: z.object({
    /** Completed batches, gross. */
    totalSettled: balanceShillings,
    /** Pending and processing batches, gross. */
    pendingSettlements: balanceShillings,
    /** What the next batches will take. */
    notYetBatched: balanceShillings,
    /** Completion less cut-off on average, in days with one decimal, such as `2.1 days`; absent before the first. */
    averageSettlement: z.string().optional(),
    /** When the next batch is due; absent without a pay-out channel. */
    nextSettlementAt: timestamp.optional(),
    hasPayoutChannel: z.boolean(),
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

export const listSettlements = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary: 'Batches of the signed-in merchant, newest first',
  query: settlementFilters.extend({ cursor: cursor.optional(), limit: settlementPageSize }),
  answer: z.object({
    settlements: z.array(settlement),
    nextCursor: cursor.optional(),
    /** Of the whole filtered set; canceled batches count, and have no amount and no fee. */
    totals: z.object({ count: z.number().int(), amount: balanceShillings, fees: balanceShillings }),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

const ofBatch = z.object({ batchId: settlementBatchId });

export const settlementDetail = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements/:batchId',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary: 'One batch with its pay-out attempts and its life in plain words',
  params: ofBatch,
  example: { params: { batchId: sample.batchId } },
  answer: z.object({
    settlement,
    attempts: z.array(settlementAttempt),
    steps: z.array(settlementStep),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const settlementTransactions = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements/:batchId/transactions',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary: 'What is in a batch, oldest first',
  params: ofBatch,
  query: z.object({ cursor: cursor.optional(), limit: settlementPageSize }),
  example: { params: { batchId: sample.batchId } },
  answer: settlementTransactionsPage,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const settlementsCsv = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements.csv',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary: 'The filtered batches as a file: settlements-{yyyy-MM-dd}.csv, streamed',
  query: settlementFilters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const settlementsPdf = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements.pdf',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary: 'The filtered batches, the newest 1,000 at most: settlements-{yyyy-MM-dd}.pdf',
  query: settlementFilters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const settlementPdf = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements/:batchId/statement.pdf',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary:
    'The statement of one batch: settlement-{batchId}.pdf; beyond 1,000 transactions with the sums of each day',
  params: ofBatch,
  example: { params: { batchId: sample.batchId } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const settlementTransactionsCsv = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements/:batchId/transactions.csv',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary: 'What is in a batch as a file: settlement-{batchId}.csv, streamed',
  params: ofBatch,
  example: { params: { batchId: sample.batchId } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 20 },
});
