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
  /** For a purchase or withdrawal this is its requestId, with which the client gets the receipt. */
  entityId: z.string(),
  description: z.string(),
  /** The other person or the shop, for screens that word the description themselves. */
  counterparty: z.string().optional(),
  timestamp,
  amount: z.number().int().optional(),
  transactionType,
  orderStatus: activityStatus,
  /** Whether and why the money came back; for bought gifts, withdrawals and spending. */
  refundState: refundState.optional(),
  /** Whether the event adds to the wallet or takes from it; absent if it does neither. */
  wallet: z.enum(['credit', 'debit']).optional(),
  /** M-PESA's receipt of the payment. */
  reference: z.string().optional(),
  /** The phone of a gift's recipient, or the number of a withdrawal. */
  msisdn: z.string().optional(),
  /** The fee, in whole shillings; the amount includes it. For purchases and withdrawals. */
  fee: balanceShillings.optional(),
  /** The gift's card design; for gifts that were bought, added to the wallet or spent. */
  cloth: cloth.optional(),
  /** Id of the signed-in consumer's gift that was added to the wallet or spent. */
  voucherId: uuid.optional(),
  /** The number of gifts of a basket; `counterparty` has the names of all their recipients. */
  gifts: z.number().int().optional(),
});

export type Activity = z.infer<typeof activity>;

/**
 * A card of the dashboard: this month until now, and the whole of last month. In KES or a number of events, depending
 * on the card.
 */
export const trend = z.object({
  current: z.number().int(),
  previous: z.number().int(),
  /** Change in whole percent, rounded; absent if last month's figure is zero. */
  changePercent: z.number().int().optional(),
});

export type Trend = z.infer<typeof trend>;

export const trends = z.object({
  /** The present balance, and the balance at the end of last month. */
  walletBalance: trend,
  totalDeposit: trend,
  totalVouchersBought: trend,
  totalVouchersRedeemed: trend,
});

/** Figures of one month of the chart, in KES. Months are Nairobi's, oldest first; the last one is the current month. */
export const monthlyFigures = z.object({
  /** `yyyy-MM` */
  month: z.string(),
  /** Sum of gifts bought, also from the wallet. */
  paidIn: balanceShillings,
  /** Sum of gifts that were added to the wallet or spent at a shop. */
  received: balanceShillings,
  withdrawn: balanceShillings,
});

export type MonthlyFigures = z.infer<typeof monthlyFigures>;

/** Filters of a list or an export. Days are in Nairobi and inclusive. */
export const historyFilters = z.object({
  search: shortText.optional(),
  type: transactionType.optional(),
  status: activityStatus.optional(),
  refundState: refundState.optional(),
  from: day.optional(),
  to: day.optional(),
});

export type HistoryFilters = z.infer<typeof historyFilters>;

const pageSize = z.coerce.number().int().min(1).max(100).default(20);

export const history = endpoint({
  method: 'GET',
  path: '/api/wallets/v1/history',
  audience: 'consumer',
  tag: 'History',
  summary: "List the events of the signed-in consumer's money, newest first",
  query: historyFilters.extend({ cursor: cursor.optional(), limit: pageSize }),
  answer: z.object({
    activities: z.array(activity),
    nextCursor: cursor.optional(),
    /**
     * Totals of all filtered events, up to a maximum count; present on the first page only. Canceled events move no
     * money.
     */
    totals: z
      .object({
        count: z.number().int(),
        /** Whether there are more events than were counted. */
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
  query: historyFilters,
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
  /** The balance that the screen shows. If the balance has changed, the request is refused. */
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
    /** The largest amount that can be withdrawn now: the balance, or the rest of today's limits if that is lower. */
    withdrawableMaximum: balanceShillings,
    /** The most that a new account can withdraw on one day in Nairobi, and until when; absent without such a limit. */
    newAccount: z.object({ dailyMaximum: balanceShillings, until: timestamp }).optional(),
    /** Sum of gifts paid by M-PESA. Gifts paid from the wallet are no deposits. */
    totalDeposit: balanceShillings,
    /** Number of gifts; a basket counts as several. */
    totalVouchersBought: z.number().int(),
    totalVouchersRedeemed: z.number().int(),
    recentActivities: z.array(activity),
    trends,
    /** Six months; the last one is the current month. */
    monthly: z.array(monthlyFigures),
  }),
  refusals: ['not_found'],
});
