import type { World } from '../world.ts';
import { findService } from './services.ts';
import { findSession, recordStep, type EndStatus, type SessionRow } from './sessions.ts';

const cost = 'KES 0.10';

/**
 * Ends an open session and queues its event, as the behaviour says, in one commit.
 *
 * @param problem for the phone and for the event's errorMessage; empty for a session that reached END
 * @param options.sendsEvent false if the caller sends the event
 * @returns false if the session is unknown or has already ended
 */
export function endSession(
  world: World,
  sessionId: string,
  status: EndStatus,
  problem = '',
  { sendsEvent = true } = {},
): boolean {
  return world.database.transaction(() => {
    const session = findSession(world, sessionId);
    if (session === undefined || session.status !== null) return false;
    world.database.run(
      'UPDATE ussd_sessions SET status = ?, problem = ?, ended_at = ? WHERE session_id = ?',
      status,
      problem,
      world.clock().getTime(),
      sessionId,
    );
    if (status !== 'Success') recordStep(world, sessionId, 'cut', problem);
    const { event, earlyEventStep } = world.behaviour.inForce().ussd;
    const wasEarly = event === 'early' && session.hops >= earlyEventStep;
    const callbackId =
      !sendsEvent || event === 'missing' || wasEarly
        ? undefined
        : scheduleEvent(world, sessionId, event === 'doubled' ? 2 : 1);
    world.events.record('USSD session ended', `${session.msisdn} · ${problem || status}`, callbackId);
    return true;
  });
}

/**
 * Queues the event about a session. A session that is still open is reported as left.
 *
 * @returns the callback's id; undefined if the service has no event address
 */
export function scheduleEvent(world: World, sessionId: string, copies: number): number | undefined {
  const session = findSession(world, sessionId);
  const url = session && findService(world, session.service_code)?.eventUrl;
  if (session === undefined || url === undefined) return undefined;
  return world.callbacks.schedule({
    subject: sessionId,
    url,
    body: eventForm(session, world.clock()).toString(),
    contentType: 'application/x-www-form-urlencoded; charset=UTF-8',
    delivery: { copies, delayMs: 0, drop: false },
  });
}

/** All values are texts, as at Africa's Talking. */
function eventForm(session: SessionRow, now: Date): URLSearchParams {
  const endedAt = new Date(session.ended_at ?? now.getTime());
  return new URLSearchParams({
    date: endedAt.toISOString().slice(0, 19).replace('T', ' '),
    sessionId: session.session_id,
    serviceCode: session.service_code,
    networkCode: session.network_code,
    phoneNumber: `+${session.msisdn}`,
    status: session.status ?? 'Incomplete',
    cost,
    durationInMillis: String(endedAt.getTime() - session.at),
    hopsCount: String(session.hops),
    hopsMetadata: session.hop_names,
    input: session.text,
    lastAppResponse: session.last_response,
    ...(session.status === 'Failed' && { errorMessage: session.problem }),
  });
}

/** Cuts sessions that are idle or too old. The subject is the session, and for the idle clock also its move. */
export function handleSessionClocks(world: World): void {
  world.tasks.handle('cut-ussd-session', (subject) => {
    const [sessionId = '', move] = subject.split(' ');
    const isSame = move === undefined || findSession(world, sessionId)?.moves === Number(move);
    if (isSame) endSession(world, sessionId, 'Incomplete', 'Session timed out.');
  });
}
