import type { Db } from '../../platform/db/database.ts';
import { createShortCache, type ShortCache } from '../../platform/short-cache.ts';
import { readMachineCredentials, type MachineCredentials } from './store.ts';

const MAXIMUM_AGE_MS = 1_000;
const MAXIMUM_ENTRIES = 10_000;

// One cache for each database, so that a new secret kills the old one in this process at once.
const caches = new WeakMap<Db, ShortCache<MachineCredentials | undefined>>();

function cacheOf(db: Db): ShortCache<MachineCredentials | undefined> {
  const known = caches.get(db);
  if (known) return known;
  const cache = createShortCache({
    load: (apiKey) => readMachineCredentials(db, apiKey),
    maximumAgeMs: MAXIMUM_AGE_MS,
    maximumEntries: MAXIMUM_ENTRIES,
  });
  caches.set(db, cache);
  return cache;
}

/** What a machine request is checked against, as it was at most a second ago. */
export async function findMachineCredentials(
  db: Db,
  apiKey: string,
): Promise<MachineCredentials | undefined> {
  return cacheOf(db).read(apiKey);
}

/** To be called after a merchant's secret or status was changed and committed. */
export function forgetMachineCredentials(db: Db): void {
  cacheOf(db).forgetAll();
}
