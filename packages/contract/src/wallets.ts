import { z } from 'zod';
import { balanceShillings, shillings } from './money.ts';
import { cloth } from './purchases.ts';
import { refundState } from './refunds-state.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';

const transactionType = z.enum(['GIFT_PURCHASE', 'WITHDRAWAL', 'CLAIM', 'REDEMPTION', 'REFUND']);

const activityStatus = z.enum(['PENDING', 'COMPLETED', 'CANCELED']);

/** One thing that happened to a consumer's money. */
export const activity = z.object({
  /** Of a purchase or a withdrawal the requestId under which its receipt is found. */
  entityId: z.string(),
  description: z.string(),
  /** The person or the shop on the other side, for screens that word the description themselves. */
  counterparty: z.string().optional(),
  timestamp,
  amount: z.number().int().optional(),
  transactionType,
  orderStatus: activityStatus,
  /** Whether, and why, it came back; of gifts that were bought, withdrawals and spending. */
  refundState: refundState.optional(),
  /** Into the wallet or out of it; absent for what never touched the wallet. */
  wallet: z.enum(['credit', 'debit']).optional(),
  /** M-PESA's own code of the payment. */
  reference: z.string().optional(),
  /** The phone of the recipient of a gift, or the number that a withdrawal went to. */
  msisdn: z.string().optional(),
  /** Included in the amount, in whole shillings; of purchases and withdrawals. */
  fee: balanceShillings.optional(),
  /** Of gifts that were bought, added to the wallet or spent. */
  cloth: cloth.optional(),
  /** The gift for the signed-in consumer that was added or spent. */
  voucherId: uuid.optional(),
});

export type Activity = z.infer<typeof activity>;

/** A card of the dashboard, this month so far against the whole of last month; in KES or a count, as the card. */
export const trend = z.object({
  current: z.number().int(),
  previous: z.number().int(),
  /** Whole percent, rounded; absent when there was nothing last month to compare with. */
  changePercent: z.number().int().optional(),
});

export type Trend = z.infer<typeof trend>;

export const trends = z.object({
  /** The balance now against the balance at the end of last month. */
  walletBalance: trend,
  totalDeposit: trend,
  totalVouchersBought: trend,
  totalVouchersRedeemed: trend,
});

/** One month of the chart, in KES. Months are Nairobi's; the oldest comes first and the present one last. */
export const monthlyFigures = z.object({
  /** `yyyy-MM` */
  month: z.string(),
  paidIn: balanceShillings,
  /** Gifts added to the wallet or spent at a shop. */
  received: balanceShillings,
  withdrawn: balanceShillings,
});

export type MonthlyFigures = z.infer<typeof monthlyFigures>;

/** What a list or an export is narrowed to. Days are Nairobi's, both inclusive. */
const filters = z.object({
  search: shortText.optional(),
  type: transactionType.optional(),
  status: activityStatus.optional(),
  refundState: refundState.optional(),
  from: day.optional(),
  to: day.optional(),
});

export type HistoryFilters = z.infer<typeof filters>;

const pageSize = z.coerce.number().int().min(1).max(100).default(20);

export const history = endpoint({
  method: 'GET',
  path: '/api/wallets/v1/history',
  audience: 'consumer',
  tag: 'History',
  summary: 'Everything that happened to the money of the signed-in consumer, newest first',
  query: filters.extend({ cursor: cursor.optional(), limit: pageSize }),
  answer: z.object({
    activities: z.array(activity),
    nextCursor: cursor.optional(),
    /** Of everything that fits the filters, as far as it is counted; with the first page. Canceled ones move nothing. */
    totals: z
      .object({
        count: z.number().int(),
        /** There are more than were counted. */
        isMore: z.boolean(),
        moneyIn: balanceShillings,
        moneyOut: balanceShillings,
      })
      .optional(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const historyEntry = endpoint({
  method: 'GET',
  path: '/api/wallets/v1/history/:id',
  audience: 'consumer',
  tag: 'History',
  summary: 'One thing that happened to the money of the signed-in consumer',
  params: z.object({ id: uuid }),
  example: { params: { id: sample.id } },
  answer: activity,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const historyCsv = endpoint({
  method: 'GET',
  path: '/api/wallets/v1/history.csv',
  audience: 'consumer',
  tag: 'History',
  summary: 'The history as a file: statement-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const giveUpWallet = endpoint({
  method: 'POST',
  path: '/api/wallets/v1/give-up',
  audience: 'consumer',
  tag: 'History',
  summary: 'Give up a balance below the smallest withdrawal, so that the account can be closed',
  /** The balance the screen showed; another one is refused. */
  body: z.object({ amount: shillings }),
  example: { body: { amount: 10 } },
  answer: z.object({ amount: shillings, walletBalance: balanceShillings }),
  refusals: ['give_up_too_much', 'balance_changed', 'wallet_frozen', 'account_frozen'],
  rate: { perMinute: 20 },
});

export const dashboardStats = endpoint({
  method: 'POST',
  path: '/api/mpesa/user/dashboard-stats',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Figures and the latest activities of the signed-in consumer',
  body: z.object({ userId: uuid }),
  example: { body: { userId: sample.id } },
  answer: z.object({
    walletBalance: balanceShillings,
    /** The most that can be withdrawn now: the balance, or what today's limits leave. */
    withdrawableMaximum: balanceShillings,
    totalDeposit: balanceShillings,
    totalVouchersBought: z.number().int(),
    totalVouchersRedeemed: z.number().int(),
    recentActivities: z.array(activity),
    trends,
    /** Six months, the present one last. */
    monthly: z.array(monthlyFigures),
  }),
  refusals: ['not_found'],
});
