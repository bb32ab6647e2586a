import type { TokenPair } from '@zawadi/contract';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { notify } from '../notifications/index.ts';
import { continueSession, forgetLiveSessions, hashPassword } from '../sessions/index.ts';
import { lockUser } from './lock-user.ts';
import { requirePassword } from './require-password.ts';
import { updatePassword } from './store.ts';

/**
 * Sets a new password, ends every session, and goes on in a new one.
 * @throws Refusal `password_wrong`, `too_many_requests`, `overloaded`
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: { userId: string; sessionId: string; currentPassword: string; newPassword: string },
): Promise<TokenPair> {
  const { userId, sessionId, currentPassword, newPassword } = request;
  await requirePassword(deps, { userId, password: currentPassword });
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.db, async (tx) => {
    const { email, language } = await lockUser(tx, userId);
    await updatePassword(tx, userId, passwordHash);
    await notify(tx, deps, { template: 'password-changed', data: {}, email, language });
  });
  forgetLiveSessions(deps.db);
  return continueSession(deps, sessionId);
}
