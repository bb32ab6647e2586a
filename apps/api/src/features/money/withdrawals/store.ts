import { sql, type InsertObject, type UpdateObject } from 'kysely';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { account, postings } from '../../services/postings/index.ts';

const WITHDRAWAL = [
  'user_id as userId',
  'id',
  'amount_cents as amountCents',
  'fee_cents as feeCents',
  'bill_reference as billReference',
  'msisdn',
  'recipient_name as recipientName',
  'status',
  'transaction_code as transactionCode',
  'failure_reason as failureReason',
  'pending_since as pendingSince',
  'settled_at as settledAt',
] as const;

export type Withdrawal = Awaited<ReturnType<typeof lockWithdrawal>>;
export type WithdrawalKey = { userId: string; withdrawalId: string };

/** Inserts a withdrawal. A repetition after a lost COMMIT answer has no effect. */
export async function insertWithdrawal(
  tx: Transaction,
  row: InsertObject<Database, 'withdrawals'>,
): Promise<void> {
  await tx
    .insertInto('withdrawals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findWithdrawal(db: Db, key: WithdrawalKey) {
  return db
    .selectFrom('withdrawals')
    .select(WITHDRAWAL)
    .where('user_id', '=', key.userId)
    .where('id', '=', key.withdrawalId)
    .executeTakeFirst();
}

/** Locks a withdrawal; every change of a withdrawal needs this lock. */
export function lockWithdrawal(tx: Transaction, key: WithdrawalKey) {
  return tx
    .selectFrom('withdrawals')
    .select(WITHDRAWAL)
    .where('user_id', '=', key.userId)
    .where('id', '=', key.withdrawalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateWithdrawal(
  tx: Db,
  key: WithdrawalKey,
  change: UpdateObject<Database, 'withdrawals'>,
): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set(change)
    .where('user_id', '=', key.userId)
    .where('id', '=', key.withdrawalId)
    .execute();
}

/** Sums a consumer's completed and pending withdrawals, and gifts from the wallet, of today in Nairobi. */
export async function paidOutTodayCents(db: Db, userId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from (
      select amount_cents from withdrawals
      where user_id = ${userId} and status in ('PENDING', 'COMPLETED')
        and pending_since >= date_trunc('day', moment(), 'Africa/Nairobi')
      union all
      select amount_cents from purchases
      where buyer_id = ${userId} and paid_by = 'wallet'
        and completed_at >= date_trunc('day', moment(), 'Africa/Nairobi')
    ) as paid_out`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/** Sums a consumer's completed and pending withdrawals, and gifts from the wallet, by USSD of today in Nairobi. */
export async function paidOutByUssdTodayCents(db: Db, userId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from (
      select amount_cents from withdrawals
      where user_id = ${userId} and is_by_ussd and status in ('PENDING', 'COMPLETED')
        and pending_since >= date_trunc('day', moment(), 'Africa/Nairobi')
      union all
      select amount_cents from purchases
      where buyer_id = ${userId} and is_by_ussd and paid_by = 'wallet'
        and completed_at >= date_trunc('day', moment(), 'Africa/Nairobi')
    ) as paid_out`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/**
 * Reads until when an account is new, and when the next day begins in Nairobi. An account is new for some days after
 * its first claim or paid purchase. Without these it counts from the first money in its wallet, or from now.
 * @returns undefined if the account is no longer new
 */
export async function readNewAccountTimes(
  db: Db,
  userId: string,
  days: number,
): Promise<{ newUntil: Date; tomorrow: Date } | undefined> {
  const { rows } = await sql<{ newUntil: Date; tomorrow: Date }>`
    select ends as "newUntil",
      date_trunc('day', moment(), 'Africa/Nairobi') + interval '24 hours' as tomorrow
    from (
      select coalesce(
        least(
          (select min(claimed_at) from claims where user_id = ${userId}),
          (select min(completed_at) from purchases where buyer_id = ${userId} and status = 'COMPLETED')
        ),
        (select min(posted_at) from ledger.transfers
          where credit = ${account.wallet(userId)} and home_id = ${userId}),
        moment()
      ) + make_interval(days => ${days}) as ends
    ) as first
    where ends > moment()`.execute(db);
  return rows[0];
}

/** Returns true if an earlier withdrawal of the user to this phone number was paid. */
export async function hasPaidBefore(db: Db, userId: string, msisdn: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from withdrawals
    where user_id = ${userId} and msisdn = ${msisdn} and status = 'COMPLETED' limit 1`.execute(db);
  return rows.length > 0;
}

export type PaidLate = { paidCents: bigint; walletCents: bigint; receipt: string; at: Date };

/** Reads from the ledger what M-PESA paid of a withdrawal after its money was given back. */
export async function findPaidLate(
  db: Db,
  { userId, withdrawalId }: WithdrawalKey,
): Promise<PaidLate | undefined> {
  const ids = postings.withdrawalPaidLateIds(withdrawalId);
  const { rows } = await sql<PaidLate>`
    select sum(amount_cents)::bigint as "paidCents", min(reference) as receipt, min(posted_at) as at,
      coalesce(sum(amount_cents) filter (where debit = ${account.wallet(userId)}), 0)::bigint as "walletCents"
    from ledger.transfers where home_id = ${userId} and id = any(${ids}::uuid[]) having count(*) > 0`.execute(
    db,
  );
  return rows[0];
}

/** Records that returned money was debited again, because M-PESA had paid the withdrawal after all. */
export async function recordTakenBack(
  tx: Transaction,
  { userId, withdrawalId }: { userId: string; withdrawalId: string },
): Promise<void> {
  await sql`
    insert into refund_states (home_id, transaction_id, state, back_cents)
    values (${userId}, ${withdrawalId}, 'taken_back', 0) on conflict do nothing`.execute(tx);
}
