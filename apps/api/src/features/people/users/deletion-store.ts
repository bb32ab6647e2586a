import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import { deleteContactChanges, deleteNotMeLinks } from '../credentials/index.ts';
import { deleteProofsOf } from './email-verification-store.ts';

export async function hasOpenPayment(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select 1 from purchases where buyer_id = ${userId} and status = 'PENDING')
      or exists (select 1 from withdrawals where user_id = ${userId} and status = 'PENDING')
      or exists (select 1 from refunds where buyer_id = ${userId} and status = 'PENDING')
      or exists (
        select 1 from posting_requests
        where user_id = ${userId} and template = 'legal-order' and posted_at is not null and settled_at is null
      ) as "isOpen"`.execute(tx);
  return rows[0]?.isOpen === true;
}

/**
 * Removes the personal data from the account and from finished payments, whose amounts, references and receipts stay.
 * @returns false when the account is gone
 */
export async function eraseUser(tx: Transaction, userId: string): Promise<boolean> {
  await deleteProofsOf(tx, userId);
  await deleteContactChanges(tx, { audience: 'consumer', subjectId: userId });
  await deleteNotMeLinks(tx, userId);
  await sql`delete from lost_contact_cases where user_id = ${userId}`.execute(tx);
  await sql`delete from gift_photos where buyer_id = ${userId}`.execute(tx);
  await sql`
    update purchase_gifts set copy_email = null
    where home_id in (select home_id from purchases where buyer_id = ${userId}) and copy_email is not null`.execute(
    tx,
  );
  const { rows } = await sql<{ isErased: boolean }>`
    select erase_user(${userId}::uuid) as "isErased"`.execute(tx);
  return rows[0]?.isErased === true;
}
