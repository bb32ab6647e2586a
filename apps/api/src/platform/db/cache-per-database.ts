import { createShortCache, type ShortCache } from '../short-cache.ts';
import type { Db } from './database.ts';

/**
 * One short cache for each database, not for each caller, so that what one part of this process forgets, because it
 * has changed it, all of it forgets at once.
 */
export function cachePerDatabase<Value>(options: {
  load: (db: Db, key: string) => Promise<Value>;
  maximumAgeMs: number;
  maximumEntries: number;
}): (db: Db) => ShortCache<Value> {
  const caches = new WeakMap<Db, ShortCache<Value>>();
  return (db) => {
    const cache = caches.get(db) ?? createShortCache({ ...options, load: (key) => options.load(db, key) });
    caches.set(db, cache);
    return cache;
  };
}
