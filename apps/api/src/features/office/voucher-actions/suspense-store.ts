import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/**
 * Finds the administrator who posted money to suspense from a statement, or requested to take it back from a wallet.
 * @returns undefined for money that M-PESA reported
 */
export async function findBookingAdministrator(db: Db, reviewSubjectId: string): Promise<string | undefined> {
  const { rows } = await sql<{ closedBy: string }>`
    select closed_by as "closedBy" from reconciliation_items
    where id = ${reviewSubjectId} and correction = 'suspense'
    union all
    select requested_by from posting_requests where id = ${reviewSubjectId}`.execute(db);
  return rows[0]?.closedBy;
}
