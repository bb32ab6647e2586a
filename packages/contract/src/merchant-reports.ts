import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursor, day, language, shortText, timestamp, uuid } from './text.ts';
import { memberRoles } from './roles.ts';
import { fraudAlert } from './fraud.ts';
import { balanceShillings, shillings } from './money.ts';
import { cloth } from './purchases.ts';
import { redemptionChannel } from './redemptions.ts';
import { tillBill } from './till-bill.ts';
import { refundState } from './refunds-state.ts';

/** A redemption in the merchant's list. Failed means that it was reversed, Pending that it is an open hold. */
export const merchantTransaction = z.object({
  redemptionId: uuid,
  /** M-PESA's receipt of the payment for the voucher; absent if a merchant issued the voucher. */
  mpesaTxnId: z.string().optional(),
  voucherId: uuid,
  codeLastFour: z.string(),
  /** The voucher's card design. */
  cloth,
  /** The merchant's own reference, such as the number of the till's receipt. */
  reference: z.string().optional(),
  /** Name of the voucher's recipient. */
  user: z.string(),
  /** The recipient's phone, masked; absent if the voucher was not sent to a phone. */
  phone: z.string().optional(),
  date: timestamp,
  status: z.enum(['Completed', 'Pending', 'Failed']),
  /** `reversed` if the redemption was reversed; `status` is then Failed. */
  refundState: refundState.extract(['reversed']).optional(),
  /** If Pending: when the hold expires and is released automatically. */
  heldUntil: timestamp.optional(),
  /** When the redemption was reversed; `status` is then Failed. */
  reversedAt: timestamp.optional(),
  amount: shillings,
  servedBy: z.string(),
  /** Name of the place. */
  place: z.string(),
  /** Name of the till: chosen on the device, or the name of the API key; absent if it has none. */
  till: z.string().optional(),
  channel: redemptionChannel,
  bill: tillBill.optional(),
});

export type MerchantTransaction = z.infer<typeof merchantTransaction>;

/**
 * Filters of the list and its file. Days are in Nairobi and inclusive. `search` finds words of the recipient's name, a
 * whole phone number, a voucher id or at least its first eight symbols, an M-PESA receipt, the last four symbols of a
 * code, the number on a till's receipt, or the merchant's own reference or its beginning. `Failed` includes `Reversed`.
 * `servedBy` is the whole name of a staff member or an API key, in any case.
 */
const filters = z.object({
  search: shortText
    .refine((text) => text.length === 0 || text.length >= 3, {
      error: 'Please enter at least 3 characters',
    })
    .optional(),
  status: z.enum(['Completed', 'Pending', 'Reversed', 'Failed']).optional(),
  refundState: refundState.extract(['reversed']).optional(),
  servedBy: shortText.optional(),
  from: day.optional(),
  to: day.optional(),
  /** Only redemptions at this place. */
  placeId: uuid.optional(),
});

export type MerchantTransactionFilters = z.infer<typeof filters>;

/** Number and sum of some redemptions. */
const sales = z.object({ count: z.number().int().nonnegative(), amount: balanceShillings });

/** The most transactions that a list counts exactly. Beyond, it shows `10,000+`. */
export const MOST_COUNTED = 10_000;

export const merchantTransactions = endpoint({
  method: 'GET',
  isForOnePlace: true,
  path: '/api/merchants/v1/reports/transactions',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'List redemptions at this merchant, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    transactions: z.array(merchantTransaction),
    nextCursor: cursor.optional(),
    /** Totals of all filtered transactions; present on the first page only. */
    totals: z
      .object({
        /** At most `MOST_COUNTED`. */
        count: z.number().int().nonnegative(),
        /** Whether there are more transactions than `count`. */
        isMore: z.boolean(),
        /** Sum of all of them: `completed`, `pending` and `reversed` add up to it. */
        amount: balanceShillings,
        completed: sales,
        pending: sales,
        reversed: sales,
        /** False if a search found too many transactions. The sums then cover only the newest `MOST_COUNTED`. */
        isWhole: z.boolean(),
      })
      .optional(),
  }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const merchantTransactionsCsv = endpoint({
  method: 'GET',
  isForOnePlace: true,
  path: '/api/merchants/v1/reports/transactions.csv',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'Download all filtered transactions as a file: transactions-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: ['must_change_password'],
  rate: { perMinute: 20 },
});

export const merchantOverview = endpoint({
  method: 'GET',
  isForOnePlace: true,
  path: '/api/merchants/v1/reports/overview',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: "Get the dashboard's figures, all from the books",
  /** Language of the alerts' descriptions. */
  query: z.object({ language: language.default('en') }),
  answer: z.object({
    /** Number of different vouchers that were issued or redeemed here. */
    totalVouchers: z.number().int().nonnegative(),
    totalRedeemedValue: balanceShillings,
    /** Owed to the merchant and not paid out yet; 0 for a manager of one place. */
    pendingSettlements: balanceShillings,
    /** Unspent balance of vouchers that the merchant issued from its own balance; 0 for a manager of one place. */
    inOwnVouchers: balanceShillings,
    /** Without reversed redemptions. */
    today: sales,
    yesterday: sales,
    /** The last fourteen days in Nairobi, oldest first. The last one is today. */
    days: z.array(sales.extend({ day })),
    recentTransactions: z.array(merchantTransaction),
    /** The latest alerts that are not acknowledged; none for a manager of one place. */
    fraudAlerts: z.array(fraudAlert),
    openFraudAlerts: z.number().int().nonnegative(),
    /** Closed days that wait for an owner or manager. */
    closesToConfirm: z.number().int().nonnegative(),
    /** First steps of a new merchant, and whether they are done. */
    firstSteps: z.object({
      hasOwnPassword: z.boolean(),
      hasPayoutChannel: z.boolean(),
      hasRedeemed: z.boolean(),
      hasStaff: z.boolean(),
      /** Whether the merchant has given its KRA PIN, which our invoices show. */
      hasKraPin: z.boolean(),
    }),
  }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

/** Figures of one day, hour, staff member or place. Amounts are shillings. */
const reportLine = z.object({
  redemptions: z.number().int().nonnegative(),
  redeemed: balanceShillings,
  reversals: z.number().int().nonnegative(),
  reversed: balanceShillings,
  /** `redeemed` less `reversed`. */
  sales: balanceShillings,
});

export type ReportLine = z.infer<typeof reportLine>;

const period = z.object({
  from: day,
  to: day,
  /** Only redemptions at this place. The fees are still the whole merchant's. */
  placeId: uuid.optional(),
});

export const merchantReport = endpoint({
  method: 'GET',
  isForOnePlace: true,
  path: '/api/merchants/v1/reports',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'Get sales between two days in Nairobi, at most a year, by day, hour, staff and place',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    from: day,
    to: day,
    total: reportLine.extend({
      /** Settlement fees of the pay-outs in the period; 0 for a manager of one place. */
      fees: balanceShillings,
    }),
    /** Every day of the period, including days without sales, oldest first. */
    byDay: z.array(reportLine.extend({ day })),
    /** All 24 hours of a day in Nairobi. */
    byHour: z.array(reportLine.extend({ hour: z.number().int().min(0).max(23) })),
    /** Largest sales first. */
    byStaff: z.array(reportLine.extend({ servedBy: z.string() })),
    /** Largest sales first. */
    byPlace: z.array(reportLine.extend({ place: z.string() })),
  }),
  refusals: ['period_reversed', 'period_invalid', 'must_change_password', 'overloaded'],
  rate: { perMinute: 60 },
});

export const merchantReportCsv = endpoint({
  method: 'GET',
  isForOnePlace: true,
  path: '/api/merchants/v1/reports.csv',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant lists',
  summary: 'Download one table of the report as a file: sales-by-{day|hour|staff|place}-{yyyy-MM-dd}.csv',
  query: period.extend({ by: z.enum(['day', 'hour', 'staff', 'place']).default('day') }),
  example: { query: { from: '2026-11-01', to: '2026-11-20', by: 'day' } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['period_reversed', 'period_invalid', 'must_change_password'],
  rate: { perMinute: 20 },
});
