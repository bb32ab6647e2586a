import { z } from 'zod';
import { balanceShillings, shillings } from './money.ts';
import { cloth } from './purchases.ts';
import { refundState } from './refunds-state.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';

const transactionType = z.enum(['GIFT_PURCHASE', 'WITHDRAWAL', 'CLAIM', 'REDEMPTION', 'REFUND']);

const activityStatus = z.enum(['PENDING', 'COMPLETED', 'CANCELED']);

/** One event in the history of a consumer's money. */
export const activity = z.object({
  /** For a purchase or a withdrawal the requestId that finds its receipt. */
  entityId: z.string(),
  description: z.string(),
  /** The person or the shop on the other side, for screens that word the description themselves. */
  counterparty: z.string().optional(),
  timestamp,
  amount: z.number().int().optional(),
  transactionType,
  orderStatus: activityStatus,
  /** Whether, and why, it came back; for bought gifts, withdrawals and spending. */
  refundState: refundState.optional(),
  /** Direction at the wallet; absent if it never touched the wallet. */
  wallet: z.enum(['credit', 'debit']).optional(),
  /** M-PESA's own code of the payment. */
  reference: z.string().optional(),
  /** The phone of a gift's recipient, or the number of a withdrawal. */
  msisdn: z.string().optional(),
  /** Included in the amount, in whole shillings; for purchases and withdrawals. */
  fee: balanceShillings.optional(),
  /** For gifts that were bought, added to the wallet or spent. */
  cloth: cloth.optional(),
  /** The signed-in consumer's gift that was added or spent. */
  voucherId: uuid.optional(),
});

export type Activity = z.infer<typeof activity>;

/** A card of the dashboard, this month so far against the whole of last month; in KES or a count, as the card. */
export const trend = z.object({
  current: z.number().int(),
  previous: z.number().int(),
  /** Whole percent, rounded; absent if last month has nothing to compare with. */
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

/** One month of the chart, in KES. Months are Nairobi's, oldest first, the current one last. */
export const monthlyFigures = z.object({
  /** `yyyy-MM` */
  month: z.string(),
  paidIn: balanceShillings,
  /** Gifts added to the wallet or spent at a shop. */
  received: balanceShillings,
  withdrawn: balanceShillings,
});

export type MonthlyFigures = z.infer<typeof monthlyFigures>;

/** Filters of a list or an export. Nairobi days, both inclusive. */
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
  summary: "List the events of the signed-in consumer's money, newest first",
  query: filters.extend({ cursor: cursor.optional(), limit: pageSize }),
  answer: z.object({
    activities: z.array(activity),
    nextCursor: cursor.optional(),
    /**
     * Totals of all that fits the filters, as far as it is counted; on the first page. Canceled events move no money.
     */
    totals: z
      .object({
        count: z.number().int(),
        /** Whether there are more than were counted. */
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
  summary: "Get one event of the signed-in consumer's money",
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
  summary: 'Download the history as a file: statement-{yyyy-MM-dd}.csv, streamed',
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
  /** The balance on the screen; if it has changed, the call is refused. */
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
  summary: 'Get figures and the latest events of the signed-in consumer',
  body: z.object({ userId: uuid }),
  example: { body: { userId: sample.id } },
  answer: z.object({
    walletBalance: balanceShillings,
    /** The most that can be withdrawn now: the balance, or the rest of today's limits. */
    withdrawableMaximum: balanceShillings,
    totalDeposit: balanceShillings,
    totalVouchersBought: z.number().int(),
    totalVouchersRedeemed: z.number().int(),
    recentActivities: z.array(activity),
    trends,
    /** Six months, the current one last. */
    monthly: z.array(monthlyFigures),
  }),
  refusals: ['not_found'],
});
