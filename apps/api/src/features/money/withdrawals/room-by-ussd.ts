import { centsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireVerifiedPhone, type UserRecord } from '../../people/users/index.ts';
import { paidOutByUssdTodayCents } from './store.ts';

/**
 * Checks what holds only for money that leaves a wallet by USSD: the number, and the limit of one day. Lock the user first.
 * @param room.mostByUssdShillings the most that leaves the wallet by USSD on one day in Nairobi
 * @throws Refusal phone_not_verified, wallet_waits for a day after the number has changed, daily_limit
 */
export async function requireRoomByUssd(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  user: UserRecord,
  room: { msisdn: string; amountShillings: number; mostByUssdShillings: number },
): Promise<void> {
  if (requireVerifiedPhone(user) !== room.msisdn) throw new Refusal('phone_not_verified');
  const changedAtMs = user.phoneChangedAt?.getTime() ?? 0;
  if (clock.now().getTime() - changedAtMs < DAY_MS) throw new Refusal('wallet_waits');
  const leftCents = centsOf(room.mostByUssdShillings) - (await paidOutByUssdTodayCents(tx, user.id));
  if (centsOf(room.amountShillings) > leftCents) throw new Refusal('daily_limit');
}
