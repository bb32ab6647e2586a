import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursor, day, language, shortText, timestamp, uuid } from './text.ts';
import { memberRoles } from './roles.ts';
import { fraudAlert } from './fraud.ts';
import { balanceShillings, shillings } from './money.ts';
import { cloth } from './purchases.ts';
import { redemptionChannel } from './redemptions.ts';
import { refundState } from './refunds-state.ts';

/** A redemption as the merchant's list shows it; Failed when it was reversed, Pending while it is an open hold. */
export const merchantTransaction = z.object({
  redemptionId: uuid,
  /** M-PESA's receipt of the payment behind the voucher; vouchers that a merchant has made have none. */
  mpesaTxnId: z.string().optional(),
  voucherId: uuid,
  codeLastFour: z.string(),
  /** That the voucher wears. */
  cloth,
  /** The merchant's own word for it, such as the number of the till's receipt. */
  reference: z.string().optional(),
  /** The recipient of the voucher. */
  user: z.string(),
  /** Masked; absent when the voucher was not sent to a phone. */
  phone: z.string().optional(),
  date: timestamp,
  status: z.enum(['Completed', 'Pending', 'Failed']),
  /** A reversed one is Failed, too. */
  refundState: refundState.extract(['reversed']).optional(),
  /** Of a Pending one: when what is held is released by itself. */
  heldUntil: timestamp.optional(),
  /** When it was reversed, which is why it is Failed. */
  reversedAt: timestamp.optional(),
  amount: shillings,
  servedBy: z.string(),
  channel: redemptionChannel,
});

export type MerchantTransaction = z.infer<typeof merchantTransaction>;

/**
 * What the list and its file are narrowed to. Days are Nairobi's, both inclusive. `search` finds a part of the
 * recipient's name, a whole phone number, a voucher id or its first eight symbols or more, an M-PESA receipt, the last four
 * symbols of a code, the number on a till's receipt, or the merchant's own reference or its beginning. `Failed` finds
 * what is `Reversed`, too.
 */
const filters = z.object({
  search: shortText
    .refine((text) => text.length === 0 || text.length >= 3, {
      error: 'Please enter at least 3 characters',
    })
    .optional(),
  status: z.enum(['Completed', 'Pending', 'Reversed', 'Failed']).optional(),
  refundState: refundState.extract(['reversed']).optional(),
  from: day.optional(),
  to: day.optional(),
});

export type MerchantTransactionFilters = z.infer<typeof filters>;

/** How many transactions a footer counts one by one; of more it says `10,000+`. */
export const MOST_COUNTED = 10_000;

export const merchantTransactions = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/reports/transactions',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'Redemptions at this merchant, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    transactions: z.array(merchantTransaction),
    nextCursor: cursor.optional(),
    /** Of everything that the filters let through; on the first page only. */
    totals: z
      .object({
        /** At most `MOST_COUNTED`. */
        count: z.number().int().nonnegative(),
        /** There are more than `count`. */
        isMore: z.boolean(),
        completed: z.number().int().nonnegative(),
        /** What the completed ones come to. */
        amount: balanceShillings,
        /** False when a search found so many that `completed` and `amount` are of the newest `MOST_COUNTED` only. */
        isWhole: z.boolean(),
      })
      .optional(),
  }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const merchantTransactionsCsv = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/reports/transactions.csv',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'Everything that the filters let through as a file: transactions-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: ['must_change_password'],
  rate: { perMinute: 20 },
});

/** Redemptions of a span of time, those reversed left out. */
const sales = z.object({ count: z.number().int().nonnegative(), amount: balanceShillings });

export const merchantOverview = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/reports/overview',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'The figures of the dashboard, all from the books',
  /** Of the descriptions of alerts. */
  query: z.object({ language: language.default('en') }),
  answer: z.object({
    /** Distinct vouchers issued or redeemed here. */
    totalVouchers: z.number().int().nonnegative(),
    totalRedeemedValue: balanceShillings,
    /** Owed to the merchant and not paid out yet. */
    pendingSettlements: balanceShillings,
    /** Left on vouchers that the merchant has made: taken from what it is owed, and not spent yet. */
    inOwnVouchers: balanceShillings,
    today: sales,
    yesterday: sales,
    /** The last fourteen days in Nairobi, the oldest first and today last. */
    days: z.array(sales.extend({ day })),
    recentTransactions: z.array(merchantTransaction),
    /** The latest that are not acknowledged. */
    fraudAlerts: z.array(fraudAlert),
    openFraudAlerts: z.number().int().nonnegative(),
    /** What a new merchant has done already. */
    firstSteps: z.object({
      hasOwnPassword: z.boolean(),
      hasPayoutChannel: z.boolean(),
      hasRedeemed: z.boolean(),
      hasStaff: z.boolean(),
    }),
  }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

/** One line of a report. Amounts are shillings. */
const reportLine = z.object({
  redemptions: z.number().int().nonnegative(),
  redeemed: balanceShillings,
  reversals: z.number().int().nonnegative(),
  reversed: balanceShillings,
  /** Redeemed less reversed. */
  sales: balanceShillings,
});

export type ReportLine = z.infer<typeof reportLine>;

const period = z.object({ from: day, to: day });

export const merchantReport = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/reports',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'Sales from one day in Nairobi to another, at most a year, by day, hour and staff',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    from: day,
    to: day,
    total: reportLine.extend({
      /** Settlement fees of what was paid out in the period. */
      fees: balanceShillings,
    }),
    /** Every day of the period, days without sales included, the oldest first. */
    byDay: z.array(reportLine.extend({ day })),
    /** All 24 hours of a day in Nairobi. */
    byHour: z.array(reportLine.extend({ hour: z.number().int().min(0).max(23) })),
    /** Who took most first. */
    byStaff: z.array(reportLine.extend({ servedBy: z.string() })),
  }),
  refusals: ['period_reversed', 'period_invalid', 'must_change_password', 'overloaded'],
  rate: { perMinute: 60 },
});

export const merchantReportCsv = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/reports.csv',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'One table of the report as a file: sales-by-{day|hour|staff}-{yyyy-MM-dd}.csv',
  query: period.extend({ by: z.enum(['day', 'hour', 'staff']).default('day') }),
  example: { query: { from: '2026-11-01', to: '2026-11-20', by: 'day' } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['period_reversed', 'period_invalid', 'must_change_password'],
  rate: { perMinute: 20 },
});
