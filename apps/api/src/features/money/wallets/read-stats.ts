import {
  shillingsOf,
  type dashboardStats,
  type HandlerAnswer,
  type MonthlyFigures,
  type Trend,
} from '@zawadi/contract';
import { balanceBefore } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { account } from '../../services/postings/index.ts';
import { readWithdrawalRoom, rulesOfConsumer, withdrawableCents } from '../withdrawals/index.ts';
import { listActivities } from './activity-store.ts';
import { readMonths, readTotals, type Month } from './figures-store.ts';
import { readPerson } from './list-history.ts';

const ACTIVITIES = 20;
const MONTHS = 6;

/**
 * Reads the figures of a consumer's dashboard, all from the ledger.
 * @throws Refusal not_found for another user's userId
 */
export async function readStats(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  input: { actorId: string; userId: string },
): Promise<HandlerAnswer<typeof dashboardStats>> {
  if (input.userId !== input.actorId) throw new Refusal('not_found');
  const { db } = deps;
  const person = await readPerson(db, input.actorId);
  const wallet = { homeId: person.userId, account: account.wallet(person.userId) };
  const rules = await rulesOfConsumer(db, person.userId, await readFeesAndLimits(deps));
  const [room, totals, months, recent] = await Promise.all([
    readWithdrawalRoom(db, person.userId, rules),
    readTotals(db, person),
    readMonths(db, person, MONTHS),
    listActivities(db, person, { filters: {}, limit: ACTIVITIES }),
  ]);
  const monthBegan = months.at(-1)?.begins ?? deps.clock.now();
  return {
    walletBalance: shillingsOf(room.balanceCents),
    withdrawableMaximum: shillingsOf(withdrawableCents(rules, room)),
    ...(room.newUntil && {
      newAccount: { dailyMaximum: rules.newAccounts.daily, until: room.newUntil.toISOString() },
    }),
    totalDeposit: shillingsOf(totals.depositedCents),
    totalVouchersBought: totals.bought,
    totalVouchersRedeemed: totals.received,
    recentActivities: recent.map(({ activity }) => activity),
    trends: trendsOf(months, {
      nowCents: room.balanceCents,
      beforeCents: await balanceBefore(db, wallet, monthBegan),
    }),
    monthly: months.map(monthlyOf),
  };
}

type Trends = HandlerAnswer<typeof dashboardStats>['trends'];

/**
 * Compares each figure of this month so far with last month, and the wallet with its balance at the start of this
 * month.
 * @param months the current month last
 */
function trendsOf(months: Month[], wallet: { nowCents: bigint; beforeCents: bigint }): Trends {
  const current = months.at(-1);
  const previous = months.at(-2);
  const compare = (figure: (month: Month) => number) =>
    trendOf(current ? figure(current) : 0, previous ? figure(previous) : 0);
  return {
    walletBalance: trendOf(shillingsOf(wallet.nowCents), shillingsOf(wallet.beforeCents)),
    totalDeposit: compare((month) => shillingsOf(month.depositedCents)),
    totalVouchersBought: compare((month) => month.bought),
    totalVouchersRedeemed: compare((month) => month.firstUsed),
  };
}

/** Compares two figures; gives no percentage if the previous figure is zero. */
function trendOf(current: number, previous: number): Trend {
  if (previous === 0) return { current, previous };
  return { current, previous, changePercent: Math.round(((current - previous) / previous) * 100) };
}

function monthlyOf(month: Month): MonthlyFigures {
  return {
    month: month.month,
    paidIn: shillingsOf(month.paidInCents),
    received: shillingsOf(month.claimedCents + month.spentCents),
    withdrawn: shillingsOf(month.withdrawnCents),
  };
}
