import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export async function readContactChangedAt(db: Db, merchantId: string): Promise<Date | null> {
  const { rows } = await sql<{ changedAt: Date | null }>`
    select contact_email_changed_at as "changedAt" from merchants where id = ${merchantId}`.execute(db);
  return rows[0]?.changedAt ?? null;
}

export async function restoreContactEmail(
  tx: Transaction,
  merchantId: string,
  { former, formerChangedAt }: { former: string; formerChangedAt: Date | null },
): Promise<void> {
  await sql`
    update merchants set contact_email = ${former}, contact_email_changed_at = ${formerChangedAt}, updated_at = moment()
    where id = ${merchantId}`.execute(tx);
}

/** @returns false when nothing is paid out to the merchant already */
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
