import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { ContactFields } from './store.ts';

export async function readContactChangedAt(db: Db, merchantId: string): Promise<Date | null> {
  const { rows } = await sql<{ changedAt: Date | null }>`
    select contact_email_changed_at as "changedAt" from merchants where id = ${merchantId}`.execute(db);
  return rows[0]?.changedAt ?? null;
}

/**
 * Author of the change. `approvalId`: the approval that an administrator needs for a new email or phone number. `codeId`:
 * the code, sent to the new email, that a staff member entered.
 */
type ContactChanger =
  | { administratorId: string; approvalId?: string | undefined }
  | { staffId: string; codeId?: string | undefined };

/**
 * Changes a merchant's contact; omitted fields stay unchanged.
 * @returns false when the staff member's code was already used
 */
export async function updateContact(
  tx: Transaction,
  merchantId: string,
  { contactName, contactEmail, contactPhoneMsisdn }: ContactFields,
  by: ContactChanger,
): Promise<boolean> {
  const [administratorId, approvalId, staffId, codeId] =
    'staffId' in by
      ? [null, null, by.staffId, by.codeId ?? null]
      : [by.administratorId, by.approvalId ?? null, null, null];
  const { rows } = await sql<{ isChanged: boolean }>`
    select change_merchant_contact(
      ${merchantId}, ${contactName ?? null}, ${contactEmail ?? null}, ${contactPhoneMsisdn ?? null},
      ${administratorId}, ${approvalId}, ${staffId}, ${codeId}
    ) as "isChanged"`.execute(tx);
  return rows[0]?.isChanged ?? false;
}

/** Restores the contact's email address that a change replaced. */
export async function restoreContactEmail(tx: Transaction, changeId: string): Promise<void> {
  await sql`select restore_merchant_email(${changeId})`.execute(tx);
}

/** Holds the merchant's settlements. @returns false if they were held already */
export async function markHeld(tx: Transaction, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select hold_settlements(${merchantId}) as "isHeld"`.execute(tx);
  return rows[0]?.isHeld ?? false;
}

export async function markResumed(
  tx: Transaction,
  { merchantId, approvalId }: { merchantId: string; approvalId: string },
): Promise<void> {
  await sql`select resume_settlements(${merchantId}, ${approvalId})`.execute(tx);
}
