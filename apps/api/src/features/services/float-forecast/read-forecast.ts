import { centsOf, shillingsOf, type FloatForecast } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import { readFeesAndLimits } from '../settings/index.ts';
import { predictEnd } from './predict-end.ts';
import { OBSERVED_DAYS, readDueSettlements, readLatestBalance, readPaidByHour, type Paid } from './store.ts';

const DAY_HOURS = 24;

type BankRoute = 'pay-bill' | 'file';
type Need = { paid: Paid[]; dueSettlementCents: bigint };

// These queries read many rows, and a minute changes little.
const needOf = cachePerDatabase<Need>({
  load: async (db, bankRoute) => {
    const [paid, dueSettlementCents] = await Promise.all([
      readPaidByHour(db),
      readDueSettlements(db, bankRoute === 'file' ? 'file' : 'pay-bill'),
    ]);
    return { paid, dueSettlementCents };
  },
  maximumAgeMs: 60_000,
  maximumEntries: 2,
});

/**
 * Predicts how long the money in M-PESA's pay-out account lasts, and compares it with the sum due until the end of
 * tomorrow. Pay-outs may be up to a minute old.
 * @returns undefined before M-PESA's first answer about its balances
 */
export async function readFloatForecast(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
): Promise<FloatForecast | undefined> {
  const balance = await readLatestBalance(deps.db);
  if (!balance) return undefined;
  const { lowFloat, bankRoute } = await readFeesAndLimits(deps);
  const { paid, dueSettlementCents } = await needOf(deps.db).read(bankRoute satisfies BankRoute);
  const days = daysObserved(paid);
  const leftCents = balance.payoutCents - balance.paidSinceCents;
  const withdrawals = paid.reduce((sum, { withdrawalCents }) => sum + withdrawalCents, 0n) / BigInt(days);
  const dueCents = dueSettlementCents + balance.underWayCents + withdrawals;
  const missing = [dueCents - leftCents, centsOf(lowFloat) - leftCents, 0n].reduce((a, b) => (b > a ? b : a));
  return {
    knownAt: balance.answeredAt.toISOString(),
    left: shillingsOf(leftCents),
    lastsUntil: predictEnd({
      now: deps.clock.now(),
      balanceCents: leftCents,
      hours: hoursOf(paid),
      days,
    })?.toISOString(),
    due: {
      settlements: shillingsUp(dueSettlementCents),
      underWay: shillingsUp(balance.underWayCents),
      withdrawals: shillingsUp(withdrawals),
      total: shillingsUp(dueCents),
    },
    lowBelow: lowFloat,
    missing: shillingsUp(missing),
  };
}

/** Returns the cents of each hour, the latest first. */
function hoursOf(paid: readonly Paid[]): bigint[] {
  const byHour = new Map(paid.map(({ hoursAgo, cents }) => [hoursAgo, cents]));
  return Array.from({ length: OBSERVED_DAYS * DAY_HOURS }, (_, hour) => byHour.get(hour) ?? 0n);
}

/** Returns the number of days since the first pay-out; 1 for a system that paid out today only, or never. */
function daysObserved(paid: readonly Paid[]): number {
  const oldest = Math.max(0, ...paid.map(({ hoursAgo }) => hoursAgo));
  return Math.min(OBSERVED_DAYS, Math.floor(oldest / DAY_HOURS) + 1);
}

function shillingsUp(cents: bigint): number {
  return shillingsOf(cents + 99n);
}
