import { createShortCache, type ShortCache } from '../short-cache.ts';
import type { Db } from './database.ts';

/**
 * One short cache for each database, not for each caller, so that what one part of this process forgets, because it
 * has changed it, all of it forgets at once.
 */
export function cachePerDatabase<Value>(options: {
  load: (db: Db, key: string) => Promise<Value>;
  loadMany?: (db: Db, keys: string[]) => Promise<Value[]>;
  maximumAgeMs: number;
  maximumEntries: number;
}): (db: Db) => ShortCache<Value> {
  const { load, loadMany, ...limits } = options;
  const caches = new WeakMap<Db, ShortCache<Value>>();

  function create(db: Db): ShortCache<Value> {
    return createShortCache({
      load: (key) => load(db, key),
      loadMany: loadMany && ((keys) => loadMany(db, keys)),
      ...limits,
    });
  }

  return (db) => {
    const cache = caches.get(db) ?? create(db);
    caches.set(db, cache);
    return cache;
  };
}
