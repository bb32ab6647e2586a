import { createShortCache, type ShortCache } from '../short-cache.ts';
import type { Db } from './database.ts';

/**
 * Creates one short cache per database. All code of this process shares it, so a value that is forgotten after a
 * change is forgotten everywhere.
 */
export function cachePerDatabase<Value>(
  options: (
    | { load: (db: Db, key: string) => Promise<Value>; loadMany?: undefined }
    | { loadMany: (db: Db, keys: string[]) => Promise<Value[]>; load?: undefined }
  ) & { maximumAgeMs: number; maximumEntries: number },
): (db: Db) => ShortCache<Value> {
  const { load, loadMany, ...limits } = options;
  const caches = new WeakMap<Db, ShortCache<Value>>();

  function create(db: Db): ShortCache<Value> {
    const loading = loadMany
      ? { loadMany: (keys: string[]) => loadMany(db, keys) }
      : { load: (key: string) => load(db, key) };
    return createShortCache({ ...loading, ...limits });
  }

  return (db) => {
    const cache = caches.get(db) ?? create(db);
    caches.set(db, cache);
    return cache;
  };
}
