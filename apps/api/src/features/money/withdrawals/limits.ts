import { centsOf, type Limits } from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../../services/postings/index.ts';
import { paidOutTodayCents } from './store.ts';

/**
 * Checks an amount against balance and limits.
 * @throws Refusal below_minimum_withdrawal, transaction_limit, insufficient_balance, daily_limit
 */
export function requireWithdrawable(
  limits: Limits,
  amountShillings: number,
  now: { balanceCents: bigint; paidOutCents: bigint },
): void {
  const amountCents = centsOf(amountShillings);
  if (amountShillings < limits.minimumWithdrawal) throw belowMinimum(limits.minimumWithdrawal);
  if (amountShillings > limits.maximumTransaction) throw new Refusal('transaction_limit');
  if (amountCents > now.balanceCents) throw new Refusal('insufficient_balance');
  if (now.paidOutCents + amountCents > centsOf(limits.daily)) throw new Refusal('daily_limit');
}

function belowMinimum(minimum: number): Refusal {
  const sentence = `Minimum withdrawal amount is KES ${minimum.toLocaleString('en-KE')}`;
  return new Refusal('below_minimum_withdrawal', {}, sentence);
}

/** Returns the largest amount that can be withdrawn now, in cents: the balance, or less if a limit is lower. */
export function withdrawableCents(
  limits: Limits,
  now: { balanceCents: bigint; paidOutCents: bigint },
): bigint {
  const leftToday = centsOf(limits.daily) - now.paidOutCents;
  const candidates = [now.balanceCents, leftToday, centsOf(limits.maximumTransaction)];
  const least = candidates.reduce((smallest, one) => (one < smallest ? one : smallest));
  return least > 0n ? least : 0n;
}

/** Reads a consumer's balance, and the amount withdrawn today, without a lock. */
export async function readWithdrawalRoom(
  db: Db,
  userId: string,
): Promise<{ balanceCents: bigint; paidOutCents: bigint }> {
  const balanceCents = await readBalance(db, { homeId: userId, account: account.wallet(userId) });
  return { balanceCents, paidOutCents: await paidOutTodayCents(db, userId) };
}
