import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Which try of a batch is the latest, by the batch's id alone. */
export async function findPayOut(
  db: Db,
  settlementId: string,
): Promise<{ merchantId: string; attemptId: string | null; status: string } | undefined> {
  const { rows } = await sql<{ merchantId: string; attemptId: string | null; status: string }>`
    select merchant_id as "merchantId", attempt_id as "attemptId", status
    from settlements where id = ${settlementId}`.execute(db);
  return rows[0];
}
