import type { Device, TokenPair } from '@zawadi/contract';
import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../platform/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../platform/security-events.ts';
import { continuePush } from '../../messages/messages/index.ts';
import { maskAddress, nameDevice } from './describe-device.ts';
import { endAllDevices, endDevice, insertContinuation, readDevices, type Subject } from './device-store.ts';
import { issueTokens } from './issue-tokens.ts';
import { forgetLiveSession, forgetLiveSessions } from './live-sessions.ts';
import { readLiveSession } from './session-store.ts';

type Here = Subject & { sessionId: string };

/** Where somebody is signed in, the asking device first. */
export async function listDevices(deps: Pick<Deps, 'db'>, here: Here): Promise<Device[]> {
  const devices = (await readDevices(deps.db, here)).map((record) => ({
    id: record.id,
    isCurrent: record.id === here.sessionId,
    ...nameDevice(record.userAgent),
    address: maskAddress(record.address),
    signedInAt: record.signedInAt.toISOString(),
    lastUsedAt: record.lastUsedAt.toISOString(),
    getsPush: record.getsPush,
  }));
  return devices.toSorted((left, right) => Number(right.isCurrent) - Number(left.isCurrent));
}

/** @throws Refusal `not_found` for a session that is somebody else's, or over */
export async function signOutDevice(
  deps: Pick<Deps, 'db'>,
  request: Subject & { deviceId: string },
): Promise<void> {
  if (!(await endDevice(deps.db, request, request.deviceId))) throw new Refusal('not_found');
  const { audience, subjectId } = request;
  securityEvent('session.signed-out', { audience, account: subjectId, what: 'device' });
  forgetLiveSession(deps.db, request.deviceId);
}

export async function signOutEverywhere(deps: Pick<Deps, 'db'>, subject: Subject): Promise<void> {
  await endAllDevices(deps.db, subject);
  const { audience, subjectId } = subject;
  securityEvent('session.signed-out', { audience, account: subjectId, what: 'all-devices' });
  forgetLiveSessions(deps.db);
}

/**
 * Goes on in a new session after the account's session version was raised, which ended all others.
 * @throws Refusal `session_expired` when the account was frozen, or its password changed again, meanwhile
 */
export async function continueSession(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  sessionId: string,
): Promise<TokenPair> {
  const id = newId();
  const refreshToken = randomToken(32);
  await insertContinuation(deps.db, { id, continuesId: sessionId, tokenHash: tokenHash(refreshToken) });
  const session = await readLiveSession(deps.db, id);
  if (!session) throw new Refusal('session_expired');
  await continuePush(deps.db, sessionId, id);
  return issueTokens(deps, session, refreshToken);
}
