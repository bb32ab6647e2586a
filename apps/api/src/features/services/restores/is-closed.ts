import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { hasUnopenedRestore } from './store.ts';

const cacheOf = cachePerDatabase<boolean>({
  load: hasUnopenedRestore,
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/**
 * Whether the database was restored and not opened since; at most a second stale. Until then no order goes to M-PESA,
 * nothing falls due, and only administrators may sign in.
 */
export function isClosed(db: Db): Promise<boolean> {
  return cacheOf(db).read('all');
}
