import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { balanceShillings, shillings } from './money.ts';
import { day, shortText, timestamp, uuid } from './text.ts';

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
  /** Into the wallet or out of it; absent for what never touched the wallet. */
  wallet: z.enum(['credit', 'debit']).optional(),
  /** M-PESA's own code of the payment. */
  reference: z.string().optional(),
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
  from: day.optional(),
  to: day.optional(),
});
export type HistoryFilters = z.infer<typeof filters>;

/** Where the next page begins; opaque to whoever pages. */
export const cursor = z.string().max(200);
const pageSize = z.coerce.number().int().min(1).max(100).default(20);

export const history = endpoint({
  method: 'GET',
  path: '/api/mpesa/user/history',
  audience: 'consumer',
  tag: 'History',
  summary: 'Everything that happened to the money of the signed-in consumer, newest first',
  query: filters.extend({ cursor: cursor.optional(), limit: pageSize }),
  answer: z.object({ activities: z.array(activity), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const historyCsv = endpoint({
  method: 'GET',
  path: '/api/mpesa/user/history.csv',
  audience: 'consumer',
  tag: 'History',
  summary: 'The history as a file: statement-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const statementPdf = endpoint({
  method: 'GET',
  path: '/api/mpesa/user/statement.pdf',
  audience: 'consumer',
  tag: 'History',
  summary: 'The wallet from one day to another: statement-{yyyy-MM-dd}.pdf, at most a year',
  query: z.object({ from: day, to: day }),
  answer: z.unknown(),
  isExport: true,
  refusals: ['period_invalid'],
  rate: { perMinute: 20 },
});

export const receiptPdf = endpoint({
  method: 'GET',
  path: '/api/mpesa/receipts/:requestId.pdf',
  audience: 'consumer',
  tag: 'History',
  summary: 'The receipt of a completed purchase or withdrawal, as PDF',
  params: z.object({ requestId: uuid }),
  answer: z.unknown(),
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const paidNumbers = endpoint({
  method: 'GET',
  path: '/api/mpesa/numbers',
  audience: 'consumer',
  tag: 'History',
  summary: 'M-PESA numbers the signed-in consumer has withdrawn to, the latest first',
  answer: z.object({
    numbers: z.array(
      z.object({ msisdn: z.string(), name: z.string(), email: z.string(), lastUsedAt: timestamp }),
    ),
  }),
  refusals: [],
});

export const recipients = endpoint({
  method: 'GET',
  path: '/api/users/v1/recipients',
  audience: 'consumer',
  tag: 'History',
  summary: 'People the signed-in consumer has given to, the latest first',
  answer: z.object({
    recipients: z.array(
      z.object({ fullName: z.string(), msisdn: z.string(), email: z.string(), lastUsedAt: timestamp }),
    ),
  }),
  refusals: [],
});

export const giveUpWallet = endpoint({
  method: 'POST',
  path: '/api/wallets/v1/give-up',
  audience: 'consumer',
  tag: 'History',
  summary: 'Give up a balance below the smallest withdrawal, so that the account can be closed',
  /** The balance the screen showed; another one is refused. */
  body: z.object({ amount: shillings }),
  answer: z.object({ amount: shillings, walletBalance: balanceShillings }),
  refusals: ['give_up_too_much', 'balance_changed', 'account_frozen'],
  rate: { perMinute: 20 },
});
