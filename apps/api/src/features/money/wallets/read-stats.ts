import { shillingsOf, type dashboardStats, type HandlerAnswer } from '@zawadi/contract';
import { balanceBefore } from '../../../ledger/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../postings/index.ts';
import { readFeesAndLimits } from '../../control/settings/index.ts';
import { readWithdrawalRoom, withdrawableCents } from '../withdrawals/index.ts';
import { listActivities } from './activity-store.ts';
import { readMonths, readTotals } from './figures-store.ts';
import { readPerson } from './read-person.ts';
import { monthlyOf, trendsOf } from './trends.ts';

const ACTIVITIES = 20;
const MONTHS = 6;

/**
 * The figures of a consumer's dashboard, all from the books.
 * @throws Refusal not_found for somebody else's userId
 */
export async function readStats(
  deps: Pick<Deps, 'db' | 'config'>,
  input: { actorId: string; userId: string },
): Promise<HandlerAnswer<typeof dashboardStats>> {
  if (input.userId !== input.actorId) throw new Refusal('not_found');
  const { db } = deps;
  const person = await readPerson(db, input.actorId);
  const wallet = { homeId: person.userId, account: account.wallet(person.userId) };
  const [{ limits }, room, totals, months, recent] = await Promise.all([
    readFeesAndLimits(deps),
    readWithdrawalRoom(db, person.userId),
    readTotals(db, person),
    readMonths(db, person, MONTHS),
    listActivities(db, person, { filters: {}, limit: ACTIVITIES }),
  ]);
  const monthBegan = months.at(-1)?.begins ?? new Date();
  return {
    walletBalance: shillingsOf(room.balanceCents),
    withdrawableMaximum: shillingsOf(withdrawableCents(limits, room)),
    totalDeposit: shillingsOf(totals.paidInCents),
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
