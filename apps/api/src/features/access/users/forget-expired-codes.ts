import type { Deps } from '../../../config/deps.ts';
import { deleteOldCodes, deleteOldContactChanges, deleteOldResetLinks } from '../credentials/index.ts';
import { deleteOldEmailVerifications } from './email-verification-store.ts';

/** Deletes codes and links that can no longer be used. For a daily job. */
export async function forgetExpiredCodes(deps: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldCodes(deps.db);
  await deleteOldContactChanges(deps.db);
  await deleteOldResetLinks(deps.db);
  await deleteOldEmailVerifications(deps.db);
}
