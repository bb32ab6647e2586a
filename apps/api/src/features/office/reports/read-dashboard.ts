import { shillingsOf, type AdminDashboard } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { listTransactions } from '../transactions/index.ts';
import { feesIn, volumeIn } from './figures.ts';
import { byDay, daysBefore, daysOf } from './period.ts';
import {
  countMerchants,
  rankMerchants,
  readDailyTotals,
  readTotals,
  readTotalsUntilNow,
  type Total,
} from './totals-store.ts';

const RECENT = 8;
const BEST_MERCHANTS = 5;
const BEGINNING = '2000-01-01';

/** Reads the figures of the administrators' dashboard, all from the ledger. */
export async function readDashboard({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<AdminDashboard> {
  const now = clock.now();
  const today = daysBefore(now, 0);
  const lastThirtyDays = { from: daysBefore(now, 29), to: today };
  const [all, days, sameTimeYesterday, merchants, { transactions }, best] = await Promise.all([
    readTotals(db, { from: BEGINNING, to: today }),
    readDailyTotals(db, lastThirtyDays),
    readTotalsUntilNow(db, daysBefore(now, 1)),
    countMerchants(db),
    listTransactions(db, { limit: RECENT }),
    rankMerchants(db, lastThirtyDays, BEST_MERCHANTS),
  ]);
  const ofToday = days.filter(({ day }) => day === today);
  const { transactions: count, volume } = activityIn(all);
  return {
    totals: { transactions: count, volume, merchants, feesEarned: feesIn(all).total },
    today: activityIn(ofToday),
    sameTimeYesterday: activityIn(sameTimeYesterday),
    days: describeDays(daysOf(lastThirtyDays), { all, days }),
    recentTransactions: transactions,
    merchantPerformance: best.map(({ merchantCode, businessName, primaryColor, ...sales }) => ({
      merchantCode,
      businessName,
      primaryColor,
      redemptions: sales.redemptions,
      amount: shillingsOf(sales.amountCents),
    })),
    fees: { today: feesIn(ofToday), lastThirtyDays: feesIn(days), allTime: feesIn(all) },
  };
}

/** Reads the figures of the whole of yesterday, in Nairobi. */
export async function readYesterday({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const day = daysBefore(clock.now(), 1);
  const totals = await readDailyTotals(db, { from: day, to: day });
  return { day, volume: volumeIn(totals), fees: feesIn(totals) };
}

function activityIn(totals: readonly Total[]) {
  const { deposits, withdrawals, redemptions } = volumeIn(totals);
  return {
    transactions: deposits.count + withdrawals.count + redemptions.count,
    volume: deposits.amount + withdrawals.amount + redemptions.amount,
    depositVolume: deposits.amount,
    withdrawalVolume: withdrawals.amount,
  };
}

type Found = { all: readonly Total[]; days: readonly (Total & { day: string })[] };

/** Computes the liabilities at the end of each day, backwards from the current ones, without reading the vouchers. */
function describeDays(dates: readonly string[], { all, days }: Found): AdminDashboard['days'] {
  const found = byDay(days);
  let owedCents = changeOfVouchers(all);
  return dates
    .toReversed()
    .map((day) => {
      const ofDay = found.get(day) ?? [];
      const line = {
        day,
        volume: activityIn(ofDay).volume,
        fees: feesIn(ofDay).total,
        voucherLiability: shillingsOf(owedCents),
      };
      owedCents -= changeOfVouchers(ofDay);
      return line;
    })
    .toReversed();
}

function changeOfVouchers(totals: readonly Total[]): bigint {
  return totals.reduce(
    (sum, { debit, credit, amountCents }) =>
      sum + (credit === 'voucher' ? amountCents : 0n) - (debit === 'voucher' ? amountCents : 0n),
    0n,
  );
}
