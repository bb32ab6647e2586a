import type { TokenPair } from '@zawadi/contract';
import { hashWith, tokenHash, type Key } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import { refuseOtherKey } from './device-proof.ts';
import { issueTokens } from './access-tokens.ts';
import { forgetLiveSession } from './live-sessions.ts';
import {
  endSession,
  insertSuccessor,
  lockSessionOfToken,
  readRotation,
  type OwnedSession,
} from './refresh-token-store.ts';
import { readLiveSession, readSessionOwner } from './session-store.ts';

// A second tab, or a phone that lost the answer, may send the same token again for this long.
const GRACE_SECONDS = 60;

type RefreshDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;
type RefreshRequest = { refreshToken: string; deviceKey: string | undefined };

/**
 * Exchanges a refresh token for its successor and a new access token. A rotated token gives the same
 * successor again until the successor is used, for a minute at most. After that the token must be a copy: the
 * session ends and its owner is notified. A session bound to a device key is refreshed only with a proof of
 * that key; without it nothing changes. An unbound session becomes bound to the key that the request proves.
 * @throws Refusal `session_expired`, `session_idle`, `device_key_needed`
 */
export async function refreshSession(deps: RefreshDeps, request: RefreshRequest): Promise<TokenPair> {
  // Refuses after the commit: a refusal inside the transaction would roll back the end of the session.
  const rotation = await inTransaction(deps.db, (tx) => rotate(tx, deps, request));
  if (rotation.outcome === 'elsewhere') refuseOtherKey(rotation.session, request.deviceKey);
  if (rotation.outcome === 'reused') {
    const { audience, subjectId } = rotation.session;
    securityEvent('session.token-reused', { audience, account: subjectId });
    forgetLiveSession(deps.db, rotation.session.id);
  }
  if (rotation.outcome === 'idle') throw new Refusal('session_idle');
  if (rotation.outcome !== 'usable') throw new Refusal('session_expired');
  // Drops the cached session, in which the session may still be unbound.
  forgetLiveSession(deps.db, rotation.session.id);
  const session = await readLiveSession(deps.db, rotation.session.id);
  if (!session) throw new Refusal('session_expired');
  return issueTokens(deps, session, rotation.successor);
}

type Rotation =
  | { outcome: 'unknown' | 'idle' }
  | { outcome: 'usable'; session: OwnedSession; successor: string }
  | { outcome: 'reused' | 'elsewhere'; session: OwnedSession };

async function rotate(
  tx: Transaction,
  deps: RefreshDeps,
  { refreshToken, deviceKey }: RefreshRequest,
): Promise<Rotation> {
  const hash = tokenHash(refreshToken);
  const session = await lockSessionOfToken(tx, hash);
  if (!session || session.isEnded) return { outcome: 'unknown' };
  const { keyThumbprint } = session;
  const successors = deps.keys.map((key) => successorOf(key, refreshToken));
  const state = await readRotation(tx, hash, successors.map(tokenHash));
  const isReused = state.isRotated && (state.isSuccessorUsed || state.rotatedSecondsAgo > GRACE_SECONDS);
  if (keyThumbprint !== null && keyThumbprint !== deviceKey) {
    // A token without the device key neither refreshes nor ends the session: it may be stolen. But a reused token
    // from before the binding shows that two devices had the token, and the thief may have bound the session.
    if (state.isBound || !isReused || session.isExpired) return { outcome: 'elsewhere', session };
    return endReused(tx, deps, { refreshToken, session });
  }
  if (session.isExpired) return { outcome: session.isIdle ? 'idle' : 'unknown' };
  // Finds the successor that was given before; a former key may have made it.
  const successor =
    successors.find((one) => state.given?.equals(tokenHash(one))) ?? successorOf(deps.keys[0], refreshToken);
  if (!state.isRotated) {
    await insertSuccessor(tx, {
      refreshToken,
      successorHash: tokenHash(successor),
      keyThumbprint: deviceKey ?? null,
    });
    return { outcome: 'usable', session, successor };
  }
  if (!isReused) return { outcome: 'usable', session, successor };
  return endReused(tx, deps, { refreshToken, session });
}

/** Ends a session whose refresh token two devices have, and notifies its owner. */
async function endReused(
  tx: Transaction,
  deps: RefreshDeps,
  { refreshToken, session }: { refreshToken: string; session: OwnedSession },
): Promise<Rotation> {
  await endSession(tx, refreshToken, 'token-reused');
  const owner = await readSessionOwner(tx, session.id);
  if (owner) {
    const { userId, email, language } = owner;
    const push = userId === null ? undefined : { userId };
    await notify(tx, deps, { template: 'refresh-reuse', data: {}, email, push, language });
  }
  return { outcome: 'reused', session };
}

// Derives the successor from the token and our key. So the same successor can be given twice, although only
// its hash is stored.
function successorOf(key: Key, refreshToken: string): string {
  return hashWith(key, JSON.stringify(['refresh-token', refreshToken])).toString('base64url');
}
