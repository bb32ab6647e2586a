import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { hasUnopenedRestore } from './store.ts';

const cacheOf = cachePerDatabase<boolean>({
  load: hasUnopenedRestore,
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/**
 * Whether the database was brought back to an earlier moment and not opened since, as it was at most a second ago. Until
 * then no order goes to M-PESA, nothing falls due, and only administrators get in.
 */
export function isClosed(db: Db): Promise<boolean> {
  return cacheOf(db).read('all');
}
