import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type EmailVerification = { userId: string; email: string };

export async function insertEmailVerification(
  tx: Transaction,
  verification: { tokenHash: Buffer; userId: string; email: string; lifetimeHours: number },
): Promise<void> {
  await sql`
    insert into user_email_verifications (token_hash, user_id, email, expires_at)
    values (
      ${verification.tokenHash}, ${verification.userId}, ${verification.email},
      moment() + make_interval(hours => ${verification.lifetimeHours})
    )`.execute(tx);
}

export async function readEmailVerification(
  db: Db,
  tokenHash: Buffer,
): Promise<EmailVerification | undefined> {
  const { rows } = await sql<EmailVerification>`
    select user_id as "userId", email from user_email_verifications
    where token_hash = ${tokenHash} and expires_at > moment()`.execute(db);
  return rows[0];
}

/** Deletes the account's links and codes: they were sent before the true owner had proven a contact. */
export async function deleteProofsOf(tx: Transaction, userId: string): Promise<void> {
  await sql`delete from user_email_verifications where user_id = ${userId}`.execute(tx);
  await sql`delete from one_time_codes where subject_id = ${userId}`.execute(tx);
  await sql`delete from reset_links where subject_id = ${userId}`.execute(tx);
}

/** Marks a link as used, and with it all other links sent to the same email address. */
export async function takeEmailVerification(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<EmailVerification | undefined> {
  const { rows } = await sql<EmailVerification>`
    with used as (
      delete from user_email_verifications where token_hash = ${tokenHash} and expires_at > moment()
      returning user_id, email
    ), others as (
      delete from user_email_verifications v using used u
      where v.user_id = u.user_id and v.email = u.email and v.token_hash <> ${tokenHash}
    )
    select user_id as "userId", email from used`.execute(tx);
  return rows[0];
}

export async function deleteOldEmailVerifications(db: Db): Promise<void> {
  await sql`delete from user_email_verifications where expires_at < moment() - ${RETENTION.user_email_verifications.after}::interval`.execute(
    db,
  );
}
