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

/** `ST-20261120-7KQ2M`: the Nairobi day on which the batch was made, and symbols that do not look alike. */
export const settlementBatchId = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^ST-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{5}$/u, { error: 'This is not a batch ID' });

/** `BF-20261130-1`: the Nairobi day on which the file was made, and its number on this day. */
export const bankFileNumber = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^BF-[0-9]{8}-[1-9][0-9]{0,3}$/u, { error: 'This is not the number of a bank file' });

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
  /** The batch and earlier batches include every entry before this time. */
  cutOffAt: timestamp,
  completedAt: timestamp.optional(),
  payoutChannel: payoutChannelName,
  /** The payee of the batch, shortened: `M-PESA 2547****678`, `Till 123456`, `Equity Bank ••••4321`. */
  destination: z.string(),
  transactionCount: z.number().int().nonnegative(),
  /** If completed: the receipt of M-PESA or the reference of the bank. */
  reference: z.string().optional(),
  /** Why the last pay-out failed, in plain words. Present only while the batch is Pending. */
  failureReason: z.string().optional(),
});
export type Settlement = z.infer<typeof settlement>;

/** Filters of a list or an export. Days are in Nairobi and inclusive; they select batches made on these days. */
export const settlementFilters = z.object({
  status: settlementStatus.optional(),
  payoutChannel: payoutChannelName.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type SettlementFilters = z.infer<typeof settlementFilters>;

export const settlementPageSize = z.coerce.number().int().min(1).max(100).default(20);

/** One entry on the merchant's balance; negative if it reduces the balance. */
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
  /** Present for redemptions, their reversals, and vouchers that the merchant issued or voided. */
  voucherId: uuid.optional(),
  codeLastFour: z.string().optional(),
  /** Present for redemptions and their reversals. */
  redemptionId: uuid.optional(),
  /** The merchant's own reference of the redemption, or of the voucher that the merchant issued. */
  reference: z.string().optional(),
  date: timestamp,
  amount: z.number().int(),
});
export type SettlementTransaction = z.infer<typeof settlementTransaction>;

export const settlementTransactionsPage = z.object({
  transactions: z.array(settlementTransaction),
  nextCursor: cursor.optional(),
});

/** One attempt to pay a batch. */
export const settlementAttempt = z.object({
  /** The OriginatorConversationID of the pay-out order to M-PESA. */
  attemptId: uuid,
  startedAt: timestamp,
  status: z.enum(['Processing', 'Paid', 'Failed']),
  destination: z.string(),
  /** The outcome of the attempt, in plain words. */
  outcome: z.string(),
  reference: z.string().optional(),
});

/** One line of a batch's history, in plain words. */
export const settlementStep = z.object({
  at: timestamp,
  text: z.string(),
  /** Whether this step is a failed pay-out or the end of an unpaid batch. */
  isSetback: z.boolean(),
});

export const settlementSummary = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements/summary',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary:
    'Get sums for the cards: settled, in pending batches, and not yet in a batch; and the average time',
  answer: z.object({
    /** Sum of completed batches, gross. */
    totalSettled: balanceShillings,
    /** Sum of pending and processing batches, gross. */
    pendingSettlements: balanceShillings,
    /** Amount that is in no batch yet; the next batch will include it. */
    notYetBatched: balanceShillings,
    /**
     * Average time from cut-off to completion, in days with one decimal, such as `2.1 days`. Absent before the first
     * completed batch.
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
    /** Totals of all filtered batches. Canceled batches count, but their amounts and fees do not. */
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
