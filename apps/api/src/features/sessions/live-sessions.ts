import type { Db } from '../../platform/db/database.ts';
import { createShortCache, type ShortCache } from '../../platform/short-cache.ts';
import { readLiveSession, type LiveSession } from './session-store.ts';

const MAXIMUM_AGE_MS = 1_000;
const MAXIMUM_ENTRIES = 20_000;

// One cache for each database, not for each caller, so that whoever ends a session in this process ends it at once.
const caches = new WeakMap<Db, ShortCache<LiveSession | undefined>>();

function cacheOf(db: Db): ShortCache<LiveSession | undefined> {
  const known = caches.get(db);
  if (known) return known;
  const cache = createShortCache({
    load: (sessionId) => readLiveSession(db, sessionId),
    maximumAgeMs: MAXIMUM_AGE_MS,
    maximumEntries: MAXIMUM_ENTRIES,
  });
  caches.set(db, cache);
  return cache;
}

/** The session as it was at most a second ago, or undefined when it may not be used. */
export async function findLiveSession(db: Db, sessionId: string): Promise<LiveSession | undefined> {
  return cacheOf(db).read(sessionId);
}

/** True while the session may be used; at most a second stale. */
export async function isSessionAlive(db: Db, sessionId: string): Promise<boolean> {
  return (await findLiveSession(db, sessionId)) !== undefined;
}

export function forgetLiveSession(db: Db, sessionId: string): void {
  cacheOf(db).forget(sessionId);
}

/**
 * To be called after an account's session version or status was changed and committed. Other processes notice
 * within a second.
 */
export function forgetLiveSessions(db: Db): void {
  cacheOf(db).forgetAll();
}
