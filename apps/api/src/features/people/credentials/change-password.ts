import type { TokenPair } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import { continueSession, forgetLiveSessions, hashPassword } from '../sessions/index.ts';
import type { Holder } from './holder.ts';
import { requireGoodPassword } from './require-good-password.ts';
import { requirePassword } from './require-password.ts';

/**
 * Sets a new password, ends every session and starts a new one.
 * @throws Refusal `password_wrong`, `password_unchanged`, `password_common`, `password_personal`, `too_many_requests`,
 * `overloaded`
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  holder: Holder,
  request: { sessionId: string; currentPassword: string; newPassword: string },
): Promise<TokenPair> {
  await requirePassword(deps, holder, request.currentPassword);
  if (request.newPassword === request.currentPassword) throw new Refusal('password_unchanged');
  await requireGoodPassword(request.newPassword, holder.ownWords, 'newPassword');
  const passwordHash = await hashPassword(request.newPassword);
  const { email, language } = holder;
  await inTransaction(deps.db, async (tx) => {
    // Notify first: `savePassword` signs the other devices out, and signed-out devices get no push message.
    const push = { userId: holder.id, exceptSessionId: request.sessionId };
    await notify(tx, deps, { template: 'password-changed', data: {}, email, push, language });
    await holder.savePassword(tx, passwordHash, 'password-changed');
    await holder.record?.(tx, 'password-changed');
  });
  securityEvent('password.changed', { audience: holder.audience, account: holder.id });
  forgetLiveSessions(deps.db);
  return continueSession(deps, request.sessionId);
}
