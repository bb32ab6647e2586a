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

/** The session as it was at most a second ago, or undefined when it may not be used. */
export async function findLiveSession(db: Db, sessionId: string): Promise<LiveSession | undefined> {
  return cacheOf(db).read(sessionId);
}

/** True while the session may be used; at most a second stale. */
export async function isSessionAlive(db: Db, sessionId: string): Promise<boolean> {
  return (await findLiveSession(db, sessionId)) !== undefined;
}

/** To be called after one session was ended and committed. */
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

/** Deletes sessions and attempts that no rule looks at any more. For a daily job. */
export async function deleteExpired(deps: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldSessions(deps.db);
  await deleteOldAttempts(deps.db);
  await deleteOldKnownDevices(deps.db);
}
