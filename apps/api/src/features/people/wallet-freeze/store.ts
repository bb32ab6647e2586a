import type { WalletFreeze } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** Freezes a wallet, or changes the cause of its freeze, and cancels a scheduled opening. */
export async function putFreeze(tx: Transaction, userId: string, by: WalletFreeze['by']): Promise<void> {
  await sql`
    update users set wallet_frozen_by = ${by}, wallet_opens_at = null,
      wallet_frozen_at = case
        when wallet_frozen_at is null or wallet_opens_at <= moment() then moment() else wallet_frozen_at
      end
    where id = ${userId}`.execute(tx);
}

/** Schedules a frozen wallet to open 24 hours from now, unless an earlier time is set. */
export async function putOpening(tx: Transaction, userId: string): Promise<void> {
  await sql`
    update users set wallet_opens_at = coalesce(wallet_opens_at, moment() + interval '24 hours')
    where id = ${userId}`.execute(tx);
}

export async function deleteFreeze(tx: Transaction, userId: string): Promise<void> {
  await sql`
    update users set wallet_frozen_at = null, wallet_frozen_by = null, wallet_opens_at = null
    where id = ${userId}`.execute(tx);
}

/** Ends every session of a user by raising the session version. */
export async function endSessions(tx: Transaction, userId: string): Promise<void> {
  await sql`update users set session_version = session_version + 1 where id = ${userId}`.execute(tx);
}

export type SecondContact = { channel: 'sms' | 'email'; target: string };

/**
 * Reads the contact that was not used to reset the password; the email address if there was no reset. Both contacts
 * must be proven. The second must have been proven before the freeze, and not changed in the day before.
 */
export async function readSecondContact(db: Db, userId: string): Promise<SecondContact | undefined> {
  const { rows } = await sql<SecondContact>`
    with account as (
      select *, case when password_reset_by = 'email' then 'sms' else 'email' end as channel
      from users where id = ${userId} and phone_msisdn is not null and email_verified_at is not null
    ), second as (
      select channel, wallet_frozen_at as frozen_at,
        case channel when 'sms' then phone_msisdn else email end as target,
        case channel when 'sms' then phone_verified_at else email_verified_at end as proven_at,
        case channel when 'sms' then phone_changed_at else email_changed_at end as changed_at
      from account
    )
    select channel, target from second
    where proven_at < frozen_at and coalesce(changed_at < frozen_at - interval '24 hours', true)`.execute(db);
  return rows[0];
}
