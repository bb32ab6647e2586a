import { tokenHash } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { securityEvent } from '../../../platform/security-events.ts';
import { forgetLiveSession } from './live-sessions.ts';
import { endSession, lockSessionOfToken } from './session-store.ts';

/** Ends the session a refresh token belongs to, however old the token. An unknown one is no error. */
export async function signOut(deps: Pick<Deps, 'db'>, refreshToken: string): Promise<void> {
  const session = await inTransaction(deps.db, async (tx) => {
    const found = await lockSessionOfToken(tx, tokenHash(refreshToken));
    if (found) await endSession(tx, refreshToken, 'signed-out');
    return found;
  });
  if (!session) return;
  const { audience, subjectId } = session;
  if (!session.isEnded)
    securityEvent('session.signed-out', { audience, account: subjectId, what: 'log-out' });
  forgetLiveSession(deps.db, session.id);
}
