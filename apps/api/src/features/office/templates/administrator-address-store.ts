import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Reads the email address of an administrator. */
export async function readAdministratorAddress(db: Db, administratorId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select email from administrators where id = ${administratorId}`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return rows[0].email;
}
