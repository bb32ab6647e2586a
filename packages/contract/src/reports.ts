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

/** Nairobi's days, both inclusive, at most 366. */
const period = z.object({ from: day, to: day });
export type ReportPeriod = z.infer<typeof period>;

/** What moved: counts, and gross KES. */
const volumeLine = z.object({
  deposits: sum,
  withdrawals: sum,
  /** On the day they were made; those reversed later are left out. */
  redemptions: sum,
  claims: sum,
  settlements: sum,
  refunds: sum,
});
export type VolumeLine = z.infer<typeof volumeLine>;

export const volumeReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/volume',
  summary: 'What moved on each day of a period',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({ days: z.array(volumeLine.extend({ day })), total: volumeLine }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

export const feesReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/fees',
  summary: 'Fees earned on each day of a period, those given back taken off',
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
  summary: 'What is outstanding on vouchers now, by age, and how it went day by day in a period',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    total: sum,
    ages: z.array(sum.extend({ age: liabilityAge })),
    /** Expired and not spent; still owed, because unclaimed assets are not income. */
    expiredLiability: balanceShillings,
    /** At the end of each day; of today as it stands. */
    days: z.array(z.object({ day, amount: balanceShillings })),
  }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

export const expiriesReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/expiries',
  summary: 'What expired on each day of a period, and what is going to within twelve months',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    /** Days on which nothing expired are left out. */
    done: z.array(sum.extend({ day })),
    total: sum,
    /** By month in Nairobi, `2027-03`, this one first; what is left on the vouchers now. */
    coming: z.array(sum.extend({ month: z.string() })),
  }),
  refusals: ['period_reversed', 'period_invalid'],
  rate,
});

export const walletsReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/wallets',
  summary: 'What is owed to consumers on their wallets, and how it went day by day in a period',
  query: period,
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    /** Wallets with something in them. */
    total: sum,
    /** Set aside for withdrawals that are under way. */
    held: balanceShillings,
    /** Wallets by what is in them; `to` is inclusive and absent for the last. */
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
  /** In basis points of all that was redeemed in the period. */
  shareBasisPoints: count,
});
export type MerchantRankingRow = z.infer<typeof merchantRankingRow>;

export const merchantsReport = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/merchants',
  summary: 'Merchants by what was redeemed at them in a period and not reversed; the file has all of them',
  query: period.extend({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({ merchants: z.array(merchantRankingRow), total: sum, merchantCount: count }),
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
  'trial-balance',
]);
export type ReportName = z.infer<typeof reportName>;

const ofFile = z.object({ report: reportName });

export const reportCsv = endpoint({
  ...ofReports,
  path: '/api/admin/v1/reports/:report/csv',
  summary: 'A report as a file: {report}-{from}-to-{to}.csv',
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
  summary: 'A report to print: {report}-{from}-to-{to}.pdf',
  params: ofFile,
  query: period,
  example: { params: { report: 'volume' }, query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['period_reversed', 'period_invalid'],
  rate: { perMinute: 20 },
});
