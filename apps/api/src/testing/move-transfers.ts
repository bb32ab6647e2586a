import type { Pool } from 'pg';

/**
 * Has transfers of the ledger have happened at another time: `-1 day`, `3 hours`.
 * @param which a condition; all of them without one
 */
export async function moveTransfers(owner: Pick<Pool, 'query'>, by: string, which = 'true'): Promise<void> {
  await owner.query('alter table ledger.transfers disable trigger user');
  // Citus does not add an interval to the time of a row: that depends on a time zone.
  await owner.query(
    `update ledger.transfers set posted_at = (posted_at at time zone 'UTC' + interval '${by}') at time zone 'UTC'
     where ${which}`,
  );
  await owner.query('alter table ledger.transfers enable trigger user');
}
