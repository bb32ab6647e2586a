import { shillingsOf, type dashboardStats, type HandlerAnswer } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readUser } from '../users/index.ts';
import { readWithdrawalRoom, withdrawableCents } from '../withdrawals/index.ts';
import { readActivities, readTotals } from './store.ts';

const ACTIVITIES = 20;

/**
 * The figures of a consumer's dashboard, all from the books. What was sent to a phone or e-mail counts as theirs
 * once they have verified it.
 * @throws Refusal not_found for somebody else's userId
 */
export async function readStats(
  deps: Pick<Deps, 'db' | 'config'>,
  input: { actorId: string; userId: string },
): Promise<HandlerAnswer<typeof dashboardStats>> {
  const user = input.userId === input.actorId ? await readUser(deps.db, input.actorId) : undefined;
  if (!user) throw new Refusal('not_found');
  const person = {
    userId: user.id,
    msisdn: user.phoneVerified ? user.phoneMsisdn : null,
    email: user.emailVerified ? user.email : null,
  };
  const [room, totals, recentActivities] = await Promise.all([
    readWithdrawalRoom(deps.db, user.id),
    readTotals(deps.db, person),
    readActivities(deps.db, person, ACTIVITIES),
  ]);
  return {
    walletBalance: shillingsOf(room.balanceCents),
    withdrawableMaximum: shillingsOf(withdrawableCents(deps.config.limits, room)),
    totalDeposit: shillingsOf(totals.paidInCents),
    totalVouchersBought: totals.bought,
    totalVouchersRedeemed: totals.received,
    recentActivities,
  };
}
