import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { readLiveSession, type LiveSession, deleteOldSessions } from './session-store.ts';
import { deleteOldAttempts } from './attempts-store.ts';
import { deleteOldKnownDevices } from './known-device-store.ts';

const cacheOf = cachePerDatabase<LiveSession | undefined>({
  load: readLiveSession,
  maximumAgeMs: 1_000,
  maximumEntries: 20_000,
});

/**
 * Finds a usable session; at most a second stale. Undefined if the session ended, expired or its account may
 * not sign in.
 */
export async function findLiveSession(db: Db, sessionId: string): Promise<LiveSession | undefined> {
  return cacheOf(db).read(sessionId);
}

/** Returns true while the session may be used; at most a second stale. */
export async function isSessionAlive(db: Db, sessionId: string): Promise<boolean> {
  return (await findLiveSession(db, sessionId)) !== undefined;
}

/** Drops one cached session. Call it after committing the end of that session. */
export function forgetLiveSession(db: Db, sessionId: string): void {
  cacheOf(db).forget(sessionId);
}

/**
 * Drops all cached sessions. Call it after committing a change of session version or account status. Other
 * processes follow within a second.
 */
export function forgetLiveSessions(db: Db): void {
  cacheOf(db).forgetAll();
}

/** Deletes sessions and attempts that no rule needs any more. For a daily job. */
export async function deleteExpired(deps: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldSessions(deps.db);
  await deleteOldAttempts(deps.db);
  await deleteOldKnownDevices(deps.db);
}
