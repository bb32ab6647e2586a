import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { WithdrawalKey } from './store.ts';

/** How far an order came. Its result may have arrived before this answer: what it settled stays settled. */
export async function recordSent(
  db: Db,
  key: WithdrawalKey,
  sent: { state: 'SENT' | 'UNKNOWN'; conversationId?: string },
): Promise<void> {
  await sql`
    update withdrawals set
      send_state = ${sent.state},
      conversation_id = coalesce(${sent.conversationId ?? null}, conversation_id),
      next_query_at = moment() + interval '15 seconds'
    where user_id = ${key.userId} and id = ${key.withdrawalId} and status = 'PENDING'
      and (send_state <> 'SENT' or ${sent.state} = 'SENT')`.execute(db);
}

/**
 * Claims the right to order again what M-PESA has not acknowledged, and leaves the trace by which the refusal of
 * another send is known to prove nothing.
 * @returns false when it was acknowledged or settled meanwhile
 */
export async function claimResend(tx: Transaction, key: WithdrawalKey): Promise<boolean> {
  const { rows } = await sql`
    update withdrawals set queried_at = moment()
    where user_id = ${key.userId} and id = ${key.withdrawalId} and status = 'PENDING' and send_state <> 'SENT'
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Whether a turn or a resend was claimed since the first send. Locks the withdrawal, so that none is claimed
 * before the caller has committed.
 */
export async function mayHaveBeenResent(tx: Transaction, key: WithdrawalKey): Promise<boolean> {
  const { rows } = await sql<{ hadTurn: boolean }>`
    select queries > 0 or queried_at is not null as "hadTurn" from withdrawals
    where user_id = ${key.userId} and id = ${key.withdrawalId} for update`.execute(tx);
  return rows[0]?.hadTurn ?? false;
}

/**
 * Claims the right to ask M-PESA about a pending withdrawal, so that an impatient person and the sweep together ask
 * no more than once in ten seconds, and a send that is still under way is not overtaken.
 */
export async function claimPoll(db: Db, key: WithdrawalKey): Promise<boolean> {
  const { rows } = await sql`
    update withdrawals set next_query_at = moment() + interval '30 seconds', queried_at = moment()
    where user_id = ${key.userId} and id = ${key.withdrawalId} and status = 'PENDING'
      and pending_since < moment() - interval '12 seconds'
      and (queried_at is null or queried_at < moment() - interval '10 seconds')
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Whether M-PESA has paid this person's money to this number before. */
export async function hasPaidBefore(db: Db, userId: string, msisdn: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from withdrawals
    where user_id = ${userId} and msisdn = ${msisdn} and status = 'COMPLETED' limit 1`.execute(db);
  return rows.length > 0;
}
