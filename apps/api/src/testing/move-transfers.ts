import type { Pool } from 'pg';

/**
 * Moves transfers of the ledger in time: `-1 day`, `3 hours`.
 * @param which a condition; without one, all transfers
 */
export async function moveTransfers(owner: Pick<Pool, 'query'>, by: string, which = 'true'): Promise<void> {
  await owner.query('alter table ledger.transfers disable trigger user');
  await owner.query(`update ledger.transfers set posted_at = posted_at + interval '${by}' where ${which}`);
  await owner.query('alter table ledger.transfers enable trigger user');
}
