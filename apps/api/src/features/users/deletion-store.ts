import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/database.ts';

export async function hasOpenPayment(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select from purchases where buyer_id = ${userId} and status = 'PENDING')
      or exists (select from withdrawals where user_id = ${userId} and status = 'PENDING') as "isOpen"`.execute(
    tx,
  );
  return rows[0]?.isOpen === true;
}

/**
 * Takes the person out of payments that are over; sums, references and M-PESA's receipts stay, by which each is
 * found at M-PESA. What gifts say to their recipients stays theirs.
 */
export async function erasePayments(tx: Transaction, userId: string): Promise<void> {
  const masked = (column: string) =>
    sql`left(${sql.ref(column)}, 4) || '****' || right(${sql.ref(column)}, 3)`;
  await sql`
    update withdrawals set recipient_name = 'Deleted account', recipient_email = '', paid_to_name = null,
      msisdn = ${masked('msisdn')}
    where user_id = ${userId}`.execute(tx);
  await sql`
    update purchase_attempts a set payer_msisdn = ${masked('a.payer_msisdn')}
    from purchases p
    where p.buyer_id = ${userId} and a.home_id = p.home_id and a.purchase_id = p.id`.execute(tx);
  await sql`
    update purchases set payer_msisdn = ${masked('payer_msisdn')} where buyer_id = ${userId}`.execute(tx);
}

/** Codes and links sent to the person go too. */
export async function eraseUser(tx: Transaction, userId: string): Promise<void> {
  await sql`delete from email_verifications where user_id = ${userId}`.execute(tx);
  await sql`delete from one_time_codes where subject_id = ${userId}`.execute(tx);
  await sql`select erase_user(${userId}::uuid)`.execute(tx);
}
