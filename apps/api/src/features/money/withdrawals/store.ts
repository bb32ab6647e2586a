import { shillingsOf } from '@zawadi/contract';
import { sql, type InsertObject, type UpdateObject } from 'kysely';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { nextPollBackoff } from '../../../platform/db/next-poll-backoff.ts';

const WITHDRAWAL = [
  'user_id as userId',
  'id',
  'amount_cents as amountCents',
  'fee_cents as feeCents',
  'bill_reference as billReference',
  'msisdn',
  'recipient_name as recipientName',
  'status',
  'send_state as sendState',
  'transaction_code as transactionCode',
  'failure_reason as failureReason',
  'settled_at as settledAt',
  'queries',
] as const;

export type Withdrawal = Awaited<ReturnType<typeof lockWithdrawal>>;
export type WithdrawalKey = { userId: string; withdrawalId: string };

/** The same withdrawal again, after a commit whose answer was lost, changes nothing. */
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

/** Every change of a withdrawal happens under this lock. */
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

/** What a consumer has taken out, or is taking out, on the present day in Nairobi. */
export async function paidOutTodayCents(db: Db, userId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents
    from withdrawals
    where user_id = ${userId} and status in ('PENDING', 'COMPLETED')
      and pending_since >= date_trunc('day', moment(), 'Africa/Nairobi')`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/** Takes pending withdrawals whose time has come and puts their next turn later, so that no other worker asks too. */
export async function takeWithdrawalsToQuery(
  db: Db,
  limit: number,
): Promise<(WithdrawalKey & { pendingSeconds: number })[]> {
  const { rows } = await sql<WithdrawalKey & { pendingSeconds: number }>`
    with due as (
      select user_id, id from withdrawals
      where status = 'PENDING' and next_query_at <= moment()
      order by next_query_at limit ${limit}
      for update skip locked
    )
    update withdrawals w set ${nextPollBackoff}
    from due where w.user_id = due.user_id and w.id = due.id
    returning w.user_id as "userId", w.id as "withdrawalId",
      extract(epoch from moment() - w.pending_since)::int as "pendingSeconds"`.execute(db);
  return rows;
}

/** What M-PESA was told to pay, in whole shillings. */
export async function findNetShillings(db: Db, key: WithdrawalKey): Promise<number | undefined> {
  const withdrawal = await findWithdrawal(db, key);
  return withdrawal && shillingsOf(withdrawal.amountCents - withdrawal.feeCents);
}
