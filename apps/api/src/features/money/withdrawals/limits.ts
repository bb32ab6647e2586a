import { centsOf, shillingsOf, type FeesAndLimits } from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readConsumerLimits } from '../../people/own-limits/index.ts';
import { account } from '../../services/postings/index.ts';
import { requireTransactionLimit } from '../../services/settings/index.ts';
import { paidOutTodayCents, readNewAccountTimes } from './store.ts';

type Rules = Pick<FeesAndLimits, 'limits' | 'newAccounts'>;

/** A consumer's balance and money out of today. `newUntil` is when the limit of a new account ends. */
type Room = { balanceCents: bigint; paidOutCents: bigint; newUntil?: Date; tomorrow?: Date };

/**
 * Checks the amount of a withdrawal against balance and limits.
 * @throws Refusal below_minimum_withdrawal, and as `requireSpendable`
 */
export function requireWithdrawable(rules: Rules, amountShillings: number, room: Room): void {
  const { minimumWithdrawal } = rules.limits;
  if (amountShillings < minimumWithdrawal) throw belowMinimum(minimumWithdrawal);
  requireSpendable(rules, amountShillings, room);
}

/**
 * Checks an amount that leaves the wallet, by a withdrawal or for gifts, against balance and limits.
 * @throws Refusal transaction_limit, insufficient_balance, daily_limit, withdrawal_waits
 */
export function requireSpendable(rules: Rules, amountShillings: number, room: Room): void {
  const { limits, newAccounts } = rules;
  const amountCents = centsOf(amountShillings);
  requireTransactionLimit(rules, amountShillings);
  if (amountCents > room.balanceCents) throw new Refusal('insufficient_balance');
  const allowed = shillingsOf(withdrawableCents(rules, room));
  if (amountCents > leftOf(limits.daily, room)) throw new Refusal('daily_limit', { allowed });
  if (room.newUntil && amountCents > leftOf(newAccounts.daily, room)) {
    const isForOneDay = amountShillings <= newAccounts.daily;
    throw new Refusal('withdrawal_waits', { allowed, until: endOf(room, isForOneDay).toISOString() });
  }
}

/** Returns when a new account can withdraw the amount: tomorrow if it is within one day's limit. */
function endOf({ newUntil, tomorrow }: Room, isForOneDay: boolean): Date {
  const ends = [newUntil, isForOneDay ? tomorrow : undefined].flatMap((end) => end?.getTime() ?? []);
  return new Date(Math.min(...ends));
}

function belowMinimum(minimum: number): Refusal {
  const sentence = `Minimum withdrawal amount is KES ${minimum.toLocaleString('en-KE')}`;
  return new Refusal('below_minimum_withdrawal', {}, sentence);
}

/** Returns the largest amount that can be withdrawn now, in cents: the balance, or less if a limit is lower. */
export function withdrawableCents({ limits, newAccounts }: Rules, room: Room): bigint {
  const candidates = [
    room.balanceCents,
    leftOf(limits.daily, room),
    centsOf(limits.maximumTransaction),
    ...(room.newUntil ? [leftOf(newAccounts.daily, room)] : []),
  ];
  const least = candidates.reduce((smallest, one) => (one < smallest ? one : smallest));
  return least > 0n ? least : 0n;
}

function leftOf(dailyShillings: number, { paidOutCents }: Room): bigint {
  return centsOf(dailyShillings) - paidOutCents;
}

/**
 * Returns fees and limits with the consumer's own limits in place of the general ones. Lock the consumer first to decide
 * by them.
 */
export async function rulesOfConsumer(db: Db, userId: string, rules: FeesAndLimits): Promise<FeesAndLimits> {
  const { transaction, withdrawalsDaily } = await readConsumerLimits(db, userId, rules.limits);
  const own = { maximumTransaction: transaction, daily: withdrawalsDaily };
  return { ...rules, limits: { ...rules.limits, ...own } };
}

/** Reads a consumer's balance, and the money out of today, without a lock. */
export async function readWithdrawalRoom(db: Db, userId: string, rules: Rules): Promise<Room> {
  const balanceCents = await readBalance(db, { homeId: userId, account: account.wallet(userId) });
  return { balanceCents, ...(await readUsedRoom(db, userId, rules)) };
}

/** Reads the money out of today, and until when the account is new. Lock the user first to decide by it. */
export async function readUsedRoom(
  db: Db,
  userId: string,
  { newAccounts: { days } }: Rules,
): Promise<Omit<Room, 'balanceCents'>> {
  const paidOutCents = await paidOutTodayCents(db, userId);
  const times = days > 0 ? await readNewAccountTimes(db, userId, days) : undefined;
  return { paidOutCents, ...times };
}
