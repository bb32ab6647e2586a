import { randomBytes } from 'node:crypto';
import type { World } from '../world.ts';
import { networkOf, type Network } from './networks.ts';

export type EndStatus = 'Success' | 'Incomplete' | 'Failed';
type StepKind = 'dialled' | 'reply' | 'CON' | 'END' | 'cut';

export type SessionRow = {
  session_id: string;
  msisdn: string;
  service_code: string;
  network_code: string;
  text: string;
  hops: number;
  /** Names of the steps from the application, joined by |. */
  hop_names: string;
  last_response: string;
  screen: string;
  page: number;
  moves: number;
  moved_at: number;
  at: number;
  status: EndStatus | null;
  problem: string;
  ended_at: number | null;
};

type StepRow = { kind: StepKind; text: string; at: number };

export function newSessionId(): string {
  return `ATUid_${randomBytes(16).toString('hex')}`;
}

export function findSession({ database }: World, sessionId: string): SessionRow | undefined {
  return database.one<SessionRow>('SELECT * FROM ussd_sessions WHERE session_id = ?', sessionId);
}

export function findOpenSession({ database }: World, msisdn: string): SessionRow | undefined {
  const sql =
    'SELECT * FROM ussd_sessions WHERE msisdn = ? AND status IS NULL ORDER BY at DESC, rowid DESC LIMIT 1';
  return database.one<SessionRow>(sql, msisdn);
}

export function findLastSession({ database }: World, msisdn: string): SessionRow | undefined {
  const sql = 'SELECT * FROM ussd_sessions WHERE msisdn = ? ORDER BY at DESC, rowid DESC LIMIT 1';
  return database.one<SessionRow>(sql, msisdn);
}

export function stepsOf({ database }: World, sessionId: string): StepRow[] {
  const sql = 'SELECT kind, text, at FROM ussd_steps WHERE session_id = ? ORDER BY id';
  return database.all<StepRow>(sql, sessionId);
}

/** Returns whether the last request of the session has no answer yet. */
export function isWaiting(world: World, sessionId: string): boolean {
  const last = stepsOf(world, sessionId).at(-1)?.kind;
  return last === 'dialled' || last === 'reply';
}

/** Opens a session and starts its clock. */
export function createSession(
  world: World,
  session: Pick<SessionRow, 'session_id' | 'msisdn' | 'service_code' | 'network_code'>,
): void {
  const now = world.clock().getTime();
  world.accounts.outsider(session.msisdn);
  world.accounts.touch(session.msisdn);
  world.database.run(
    `INSERT INTO ussd_sessions (session_id, msisdn, service_code, network_code, moved_at, at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    session.session_id,
    session.msisdn,
    session.service_code,
    session.network_code,
    now,
    now,
  );
  world.tasks.schedule(
    'cut-ussd-session',
    session.session_id,
    clocksOf(world, session.network_code).sessionMs,
  );
}

/** Times of the network, unless the behaviour has others. */
export function clocksOf(world: World, networkCode: string): Pick<Network, 'idleMs' | 'sessionMs'> {
  const { idleMs, sessionMs } = world.behaviour.inForce().ussd;
  const network = networkOf(networkCode);
  return { idleMs: idleMs ?? network.idleMs, sessionMs: sessionMs ?? network.sessionMs };
}

export function recordStep(world: World, sessionId: string, kind: StepKind, text: string): void {
  const insert = 'INSERT INTO ussd_steps (session_id, kind, text, at) VALUES (?, ?, ?, ?)';
  world.database.run(insert, sessionId, kind, text, world.clock().getTime());
}

/** Counts a request, so that the idle clock of the screen before it stops. */
export function countRequest(world: World, sessionId: string, text: string): void {
  world.database.run(
    'UPDATE ussd_sessions SET text = ?, hops = hops + 1, moves = moves + 1, moved_at = ? WHERE session_id = ?',
    text,
    world.clock().getTime(),
    sessionId,
  );
}

/** Keeps the application's last answer, also one that the phone does not get. */
export function keepResponse(world: World, sessionId: string, response: string, hopName: string): void {
  world.database.run(
    `UPDATE ussd_sessions SET last_response = ?,
       hop_names = CASE WHEN ? = '' THEN hop_names WHEN hop_names = '' THEN ? ELSE hop_names || '|' || ? END
     WHERE session_id = ?`,
    response,
    hopName,
    hopName,
    hopName,
    sessionId,
  );
}

/** Shows a page of a screen and restarts the idle clock. */
export function showPage(world: World, sessionId: string, screen: string, page: number): void {
  world.database.run(
    'UPDATE ussd_sessions SET screen = ?, page = ?, moves = moves + 1, moved_at = ? WHERE session_id = ?',
    screen,
    page,
    world.clock().getTime(),
    sessionId,
  );
  const session = findSession(world, sessionId);
  if (session === undefined || session.status !== null) return;
  const { idleMs } = clocksOf(world, session.network_code);
  world.tasks.schedule('cut-ussd-session', `${sessionId} ${session.moves}`, idleMs);
}

export function clearSessions({ database }: World): void {
  database.transaction(() => {
    database.run('DELETE FROM ussd_sessions');
    database.run('DELETE FROM ussd_steps');
  });
}
