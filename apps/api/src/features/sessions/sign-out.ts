import { tokenHash } from '../../platform/crypto/keys.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { forgetLiveSession } from './live-sessions.ts';
import { endSession, lockSessionOfToken } from './session-store.ts';

/** Ends the session a refresh token belongs to, however old the token. An unknown one is no error. */
export async function signOut(deps: Pick<Deps, 'db'>, refreshToken: string): Promise<void> {
  const sessionId = await inTransaction(deps.db, async (tx) => {
    const session = await lockSessionOfToken(tx, tokenHash(refreshToken));
    if (session) await endSession(tx, session.id, 'signed-out');
    return session?.id;
  });
  if (sessionId !== undefined) forgetLiveSession(deps.db, sessionId);
}
