import {
  shillingsOf,
  type HandlerAnswer,
  type dashboardStats,
  type MonthlyFigures,
  type Trend,
} from '@zawadi/contract';
import type { Month } from './figures-store.ts';

type Trends = HandlerAnswer<typeof dashboardStats>['trends'];

/**
 * Every card of the dashboard, this month so far against last month; the wallet against what it held when this month
 * began.
 * @param months the present one last
 */
export function trendsOf(months: Month[], wallet: { nowCents: bigint; beforeCents: bigint }): Trends {
  const current = months.at(-1);
  const previous = months.at(-2);
  const compare = (figure: (month: Month) => number) =>
    trendOf(current ? figure(current) : 0, previous ? figure(previous) : 0);
  return {
    walletBalance: trendOf(shillingsOf(wallet.nowCents), shillingsOf(wallet.beforeCents)),
    totalDeposit: compare((month) => shillingsOf(month.paidInCents)),
    totalVouchersBought: compare((month) => month.bought),
    totalVouchersRedeemed: compare((month) => month.firstUsed),
  };
}

/** @returns no percentage when there was nothing before: from nothing to something is no number of percent */
function trendOf(current: number, previous: number): Trend {
  if (previous === 0) return { current, previous };
  return { current, previous, changePercent: Math.round(((current - previous) / previous) * 100) };
}

export function monthlyOf(month: Month): MonthlyFigures {
  return {
    month: month.month,
    paidIn: shillingsOf(month.paidInCents),
    received: shillingsOf(month.claimedCents + month.spentCents),
    withdrawn: shillingsOf(month.withdrawnCents),
  };
}
