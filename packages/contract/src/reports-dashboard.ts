import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { administratorRoles } from './roles.ts';
import { balanceShillings, count, signedShillings } from './money.ts';
import { day } from './text.ts';
import { transaction } from './transactions.ts';

/** Fees in KES, less fees that were returned with refunds. Negative on a day with many refunds. */
export const feesEarned = z.object({
  deposit: signedShillings,
  withdrawal: signedShillings,
  settlement: signedShillings,
  total: signedShillings,
});

export type FeesEarned = z.infer<typeof feesEarned>;

/** Paid purchases, completed withdrawals and redemptions, in gross amounts. Reversed redemptions do not count. */
const activity = z.object({ transactions: count, volume: balanceShillings });

export const adminDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/v1/reports/dashboard',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: "Get the dashboard's figures; days are Nairobi’s",
  answer: z.object({
    totals: activity.extend({
      /** Number of merchants, whatever their status. */
      merchants: count,
      feesEarned: signedShillings,
    }),
    today: activity.extend({ depositVolume: balanceShillings, withdrawalVolume: balanceShillings }),
    /** Yesterday's figures up to the same time of day. */
    sameTimeYesterday: activity.extend({
      depositVolume: balanceShillings,
      withdrawalVolume: balanceShillings,
    }),
    /**
     * The last thirty days, including today as the last. Each has its volume and fees, and the amount owed on vouchers
     * at its end.
     */
    days: z.array(
      z.object({ day, volume: balanceShillings, fees: signedShillings, voucherLiability: balanceShillings }),
    ),
    recentTransactions: z.array(transaction),
    /** The five merchants with the highest redemptions in the last thirty days, including today. */
    merchantPerformance: z.array(
      z.object({
        merchantCode: z.string(),
        businessName: z.string(),
        primaryColor: z.string(),
        redemptions: count,
        amount: balanceShillings,
      }),
    ),
    fees: z.object({ today: feesEarned, lastThirtyDays: feesEarned, allTime: feesEarned }),
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

export type AdminDashboard = (typeof adminDashboard)['answer']['_output'];
