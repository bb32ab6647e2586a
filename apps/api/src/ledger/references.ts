import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Whether a transfer of one of these accounts carries this reference, such as the receipt of a payment. */
export async function isReferencePosted(
  db: Db,
  { reference, accounts }: { reference: string; accounts: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from ledger.transfers
    where reference = ${reference} and (debit = any(${accounts}::text[]) or credit = any(${accounts}::text[]))
    limit 1`.execute(db);
  return rows.length > 0;
}
