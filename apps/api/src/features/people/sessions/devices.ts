import { isIPv4, isIPv6 } from 'node:net';
import bowser from 'bowser';
import type { Device, TokenPair } from '@zawadi/contract';
import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { continuePush, notify } from '../../services/messages/index.ts';
import { endAllDevices, endDevice, insertContinuation, readDevices, type Subject } from './device-store.ts';
import { issueTokens } from './access-tokens.ts';
import { readNewDevice } from './known-device-store.ts';
import { forgetLiveSession, forgetLiveSessions } from './live-sessions.ts';
import { endSession, lockSessionOfToken } from './refresh-token-store.ts';
import { readLiveSession } from './session-store.ts';

type Here = Subject & { sessionId: string };

/** Lists the account's open sessions as devices, the caller's first. */
export async function listDevices(
  deps: Pick<Deps, 'db'>,
  here: Here,
): Promise<(Device & { deviceKey: string | undefined })[]> {
  const devices = (await readDevices(deps.db, here)).map((record) => ({
    id: record.id,
    isCurrent: record.id === here.sessionId,
    ...nameDevice(record.userAgent),
    address: maskAddress(record.address),
    signedInAt: record.signedInAt.toISOString(),
    lastUsedAt: record.lastUsedAt.toISOString(),
    getsPush: record.getsPush,
    deviceKey: record.deviceKey ?? undefined,
  }));
  return devices.toSorted((left, right) => Number(right.isCurrent) - Number(left.isCurrent));
}

/**
 * Signs one device out.
 * @throws Refusal `not_found` for a session of another account, or an ended session
 */
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

/** Ends the session of a refresh token, however old the token. Ignores an unknown token. */
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

/**
 * Replaces the caller's session, after a higher session version has ended all sessions.
 * @throws Refusal `session_expired` if the account has been frozen, or its password changed again, since
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

/** Notifies a consumer's other devices of a sign-in from a device that is new, or was not used for 30 days. */
export async function notifyOtherDevices(
  deps: Pick<Deps, 'db' | 'keys'>,
  session: { id: string; userId: string; userAgent: string },
): Promise<void> {
  const { id, userId, userAgent } = session;
  await inTransaction(deps.db, async (tx) => {
    const newcomer = await readNewDevice(tx, id);
    if (!newcomer) return;
    await notify(tx, deps, {
      template: 'new-sign-in',
      data: nameDevice(userAgent),
      push: { userId, exceptSessionId: id },
      language: newcomer.language,
      dedupeKey: id,
    });
  });
}

/** Parses browser and system from the user agent; empty strings if unknown. */
export function nameDevice(userAgent: string): { browser: string; system: string } {
  if (userAgent === '') return { browser: '', system: '' };
  const { browser, os } = bowser.parse(userAgent);
  return { browser: browser.name ?? '', system: os.name ?? '' };
}

/** Masks an IP address so that users recognise their own network, but the address identifies no person. */
export function maskAddress(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/iu, '');
  if (isIPv4(mapped)) return mapped.replace(/\.\d+\.\d+$/u, '.*.*');
  if (isIPv6(address)) return `${address.split(':').slice(0, 2).join(':')}:*`;
  return '';
}
