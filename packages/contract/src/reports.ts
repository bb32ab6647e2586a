import { z } from 'zod';
import { feesEarned } from './reports-dashboard.ts';
import { endpoint } from './endpoint.ts';
import { merchantStatus } from './merchants.ts';
import { balanceShillings, count } from './money.ts';
import { administratorRoles } from './roles.ts';
import { day, uuid } from './text.ts';

const sum = z.object({ count, amount: balanceShillings });
const ofReports = {
  method: 'GET',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Reports',
} as const;
const rate = { perMinute: 120 };

/** First and last day (Nairobi, inclusive), at most 366 days. */
const period = z.object({ from: day, to: day });
export type ReportPeriod = z.infer<typeof period>;

/** Volumes: counts, and gross KES. */
const volumeLine = z.object({
  deposits: sum,
  withdrawals: sum,
  /** Counted on the day of the redemption, without redemptions that were reversed later. */
  redemptions: sum,
  claims: sum,
  settlements: sum,
  refunds: sum,
});
export type VolumeLine = z.infer<typeof volumeLine>;

export const volumeReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/volume',
  summary: 'Get the volumes on each day of a period',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({ days: z.array(volumeLine.extend({ day })), total: volumeLine }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

export const feesReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/fees',
  summary: 'Get fees earned on each day of a period, less returned fees',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({ days: z.array(feesEarned.extend({ day })), total: feesEarned }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

/** Days since a voucher was issued. */
export const liabilityAge = z.enum(['0-30', '31-90', '91-180', '181-365', '366+']);
export type LiabilityAge = z.infer<typeof liabilityAge>;

export const liabilityReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/liability',
  summary: 'Get the outstanding balance of vouchers now, by age, and on each day of a period',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    total: sum,
    ages: z.array(sum.extend({ age: liabilityAge })),
    /** Amount on vouchers that expired unspent. We still owe it, because unclaimed assets are not income. */
    expiredLiability: balanceShillings,
    /** Amount at the end of each day; for today, the present amount. */
    days: z.array(z.object({ day, amount: balanceShillings })),
  }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

export const expiriesReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/expiries',
  summary: 'Get the value that expired on each day of a period, and that will expire within twelve months',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    /** Expired vouchers by day; days without any are omitted. */
    done: z.array(sum.extend({ day })),
    total: sum,
    /**
     * Vouchers that will expire, by month in Nairobi (`2027-03`), the current month first, with their present balance.
     */
    coming: z.array(sum.extend({ month: z.string() })),
  }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

export const walletsReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/wallets',
  summary: 'Get the amount owed to consumers on their wallets, now and on each day of a period',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    /** Number and sum of wallets with a balance. */
    total: sum,
    /** Reserved for open withdrawals. */
    held: balanceShillings,
    /** Wallets by size of their balance. `to` is inclusive, and absent for the largest size. */
    sizes: z.array(
      sum.extend({ from: z.number().int().positive(), to: z.number().int().positive().optional() }),
    ),
    days: z.array(z.object({ day, amount: balanceShillings })),
  }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

export const merchantRankingRow = z.object({
  rank: z.number().int().positive(),
  merchantId: uuid,
  merchantCode: z.string(),
  businessName: z.string(),
  status: merchantStatus,
  redemptions: count,
  amount: balanceShillings,
  /** Share of all redemptions in the period, in basis points. */
  shareBasisPoints: count,
});
export type MerchantRankingRow = z.infer<typeof merchantRankingRow>;

export const merchantsReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/merchants',
  summary: 'List merchants by redemptions in a period, less reversals; the file has all of them',
  query: period.extend({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({ merchants: z.array(merchantRankingRow), total: sum, merchantCount: count }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

/**
 * The outcome of a USSD session: a gift was claimed; money was withdrawn; a gift was bought, by M-PESA perhaps not yet
 * paid; a giver was thanked; the caller only looked at a gift or the wallet; the last screen refused or had no gift; or
 * the caller left before that.
 */
export const ussdOutcome = z.enum([
  'claimed',
  'withdrawn',
  'bought',
  'thanked',
  'looked-up',
  'refused',
  'abandoned',
]);
export type UssdOutcome = z.infer<typeof ussdOutcome>;

/** USSD sessions that are over. */
const ussdFigures = z.object({
  sessions: count,
  claimed: count,
  withdrawn: count,
  /** Gifts bought, those by M-PESA whether paid or not. */
  bought: count,
  thanked: count,
  lookedUp: count,
  refused: count,
  abandoned: count,
  /** To five seconds; absent without sessions. */
  medianSeconds: count.optional(),
  /** Sessions whose cost the gateway has reported, and the cost of these in cents. */
  costed: count,
  costCents: count,
});
export type UssdFigures = z.infer<typeof ussdFigures>;

export const ussdReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/ussd',
  summary: 'Get USSD sessions on each day of a period: outcomes, where callers left, median time, cost',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    total: ussdFigures,
    /** Days with sessions. */
    days: z.array(ussdFigures.extend({ day })),
    /** By mobile operator, most sessions first. */
    networks: z.array(ussdFigures.extend({ networkCode: z.string() })),
    /** Sessions without a last screen, by the step that the caller saw last; most first. */
    leftAt: z.array(z.object({ step: z.string(), sessions: count })),
  }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

export const reportName = z.enum([
  'volume',
  'fees',
  'liability',
  'expiries',
  'wallets',
  'merchants',
  'owed',
  'ussd',
  'trial-balance',
]);
export type ReportName = z.infer<typeof reportName>;

const ofFile = z.object({ report: reportName });

export const reportCsv = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/:report/csv',
  summary: 'Download a report as a file: {report}-{from}-to-{to}.csv',
  params: ofFile,
  query: period,
  example: { params: { report: 'volume' }, query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['period_reversed', 'period_invalid'],
  rate: { perMinute: 20 },
});

export const reportPdf = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/:report/pdf',
  summary: 'Download a report to print: {report}-{from}-to-{to}.pdf',
  params: ofFile,
  query: period,
  example: { params: { report: 'volume' }, query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['period_reversed', 'period_invalid'],
  rate: { perMinute: 20 },
});
