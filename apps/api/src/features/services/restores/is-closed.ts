import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { hasUnopenedRestore } from './store.ts';

const cacheOf = cachePerDatabase<boolean>({
  load: hasUnopenedRestore,
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/**
 * Whether the database was restored and is not opened yet; at most a second stale. Until it is opened, no order goes to
 * M-PESA, nothing becomes due, and only administrators may sign in.
 */
export function isClosed(db: Db): Promise<boolean> {
  return cacheOf(db).read('all');
}
