import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Adds what lazy accounts have collected to their balance rows; any number may run at once. */
export async function foldDeltas(db: Db): Promise<{ folded: number }> {
  const { rows } = await sql<{ folded: bigint }>`select ledger.fold() as folded`.execute(db);
  return { folded: Number(rows[0]?.folded ?? 0n) };
}
