import type { Pool } from 'pg';

/**
 * Changes the time of ledger transfers, by `-1 day` or `3 hours`.
 * @param which SQL condition; by default all transfers
 */
export async function moveTransfers(owner: Pick<Pool, 'query'>, by: string, which = 'true'): Promise<void> {
  await owner.query('alter table ledger.transfers disable trigger user');
  await owner.query(`update ledger.transfers set posted_at = posted_at + interval '${by}' where ${which}`);
  await owner.query('alter table ledger.transfers enable trigger user');
}
