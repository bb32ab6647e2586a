import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/**
 * Finds the administrator who posted money to suspense from a statement.
 * @returns undefined for money that M-PESA reported
 */
export async function findBookingAdministrator(db: Db, reviewSubjectId: string): Promise<string | undefined> {
  const { rows } = await sql<{ closedBy: string }>`
    select closed_by as "closedBy" from reconciliation_items
    where id = ${reviewSubjectId} and correction = 'suspense'`.execute(db);
  return rows[0]?.closedBy;
}
