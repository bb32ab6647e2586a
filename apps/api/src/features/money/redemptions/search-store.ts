import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Puts the names of recent redemptions in their places in the search index; until then searches read them one by one. */
export async function reindexSearch(db: Db): Promise<void> {
  await sql`select settle_search()`.execute(db);
}
