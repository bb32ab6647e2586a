import type { Deps } from '../../../config/deps.ts';
import { deleteOldAttempts } from './attempts-store.ts';
import { deleteOldKnownDevices } from './known-device-store.ts';
import { deleteOldSessions } from './session-store.ts';

/** Deletes sessions and attempts that no rule looks at any more. For a daily job. */
export async function forgetExpired(deps: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldSessions(deps.db);
  await deleteOldAttempts(deps.db);
  await deleteOldKnownDevices(deps.db);
}
