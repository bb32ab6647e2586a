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

/** `ST-20261120-7KQ2M`: the Nairobi day it was made on, and symbols that do not look alike. */
export const settlementBatchId = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^ST-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{5}$/u, { error: 'This is not a batch ID' });

/** One settlement batch of a merchant. Amounts are whole shillings. */
export const settlement = z.object({
  batchId: z.string(),
  /** Redemptions less reversals: gross, before the fee. */
  amount: shillings,
  processingFee: balanceShillings,
  /** The amount paid to the merchant. */
  netAmount: shillings,
  status: settlementStatus,
  /** When the batch was made. */
  date: timestamp,
  /** Everything before this time is in this batch or in an earlier one. */
  cutOffAt: timestamp,
  completedAt: timestamp.optional(),
  payoutChannel: payoutChannelName,
  /** The payee, shortened: `M-PESA 2547****678`, `Till 123456`, `Equity Bank ••••4321`. */
  destination: z.string(),
  transactionCount: z.number().int().nonnegative(),
  /** The M-PESA receipt or the bank's reference of a completed one. */
  reference: z.string().optional(),
  /** Why the last pay-out failed, in plain words; only while it is Pending. */
  failureReason: z.string().optional(),
});
export type Settlement = z.infer<typeof settlement>;

/** Filters of a list or an export. Nairobi days, both inclusive, by the day of the batch. */
export const settlementFilters = z.object({
  status: settlementStatus.optional(),
  payoutChannel: payoutChannelName.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type SettlementFilters = z.infer<typeof settlementFilters>;

export const settlementPageSize = z.coerce.number().int().min(1).max(100).default(20);

/** One entry on the merchant's balance. Negative amounts were taken back. */
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
  /** Present for redemptions, their reversals, and vouchers that the merchant has issued or got back. */
  voucherId: uuid.optional(),
  codeLastFour: z.string().optional(),
  /** Present for redemptions and their reversals. */
  redemptionId: uuid.optional(),
  /** The merchant's own reference: of the redemption, or of the voucher that it issued. */
  reference: z.string().optional(),
  date: timestamp,
  amount: z.number().int(),
});
export type SettlementTransaction = z.infer<typeof settlementTransaction>;

export const settlementTransactionsPage = z.object({
  transactions: z.array(settlementTransaction),
  nextCursor: cursor.optional(),
});

/** One attempt to pay a batch out. */
export const settlementAttempt = z.object({
  /** The OriginatorConversationID of the order to M-PESA. */
  attemptId: uuid,
  startedAt: timestamp,
  status: z.enum(['Processing', 'Paid', 'Failed']),
  destination: z.string(),
  /** The outcome in plain words. */
  outcome: z.string(),
  reference: z.string().optional(),
});

/** One line of a batch's history, in plain words. */
export const settlementStep = z.object({
  at: timestamp,
  text: z.string(),
  /** Whether a pay-out failed, or the batch ended unpaid. */
  isSetback: z.boolean(),
});

export const settlementSummary = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements/summary',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary: 'Get the cards: settled so far, on its way, not yet in a batch, and the average time',
  answer: z.object({
    /** Completed batches, gross. */
    totalSettled: balanceShillings,
    /** Pending and processing batches, gross. */
    pendingSettlements: balanceShillings,
    /** The amount that the next batches will include. */
    notYetBatched: balanceShillings,
    /**
     * Average time from cut-off to completion, in days with one decimal, such as `2.1 days`; absent before the first.
     */
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
  summary: 'List batches of the signed-in merchant, newest first',
  query: settlementFilters.extend({ cursor: cursor.optional(), limit: settlementPageSize }),
  answer: z.object({
    settlements: z.array(settlement),
    nextCursor: cursor.optional(),
    /** Totals of all filtered batches; canceled batches count, with no amount and no fee. */
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
  summary: 'Get one batch with its pay-out attempts and its history in plain words',
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
  summary: 'List the entries of a batch, oldest first',
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
  summary: 'Download the filtered batches as a file: settlements-{yyyy-MM-dd}.csv, streamed',
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
  summary: 'Download the filtered batches, at most the newest 1,000: settlements-{yyyy-MM-dd}.pdf',
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
    'Download the statement of one batch: settlement-{batchId}.pdf; beyond 1,000 transactions with the sums of each day',
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
  summary: 'Download the entries of a batch as a file: settlement-{batchId}.csv, streamed',
  params: ofBatch,
  example: { params: { batchId: sample.batchId } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 20 },
});
