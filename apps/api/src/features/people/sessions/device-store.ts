import { sql } from 'kysely';
import { currentCaller } from '../../../platform/caller.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionAudience } from './session-store.ts';

export type DeviceRecord = {
  id: string;
  address: string;
  userAgent: string;
  signedInAt: Date;
  lastUsedAt: Date;
  getsPush: boolean;
  /** Thumbprint of the device key that the session is bound to. */
  deviceKey: string | null;
};

/** Account that owns sessions. */
export type Subject = { audience: SessionAudience; subjectId: string };

// Subquery for the account of session `s`: the tables of the three audiences.
const subjects = sql`
  (
    select 'consumer' as audience, id, session_version from users
    union all select 'merchant', id, session_version from merchant_staff
    union all select 'admin', id, session_version from administrators
  )`;

/** Reads the open sessions of an account, the most recently used first. */
export async function readDevices(db: Db, { audience, subjectId }: Subject): Promise<DeviceRecord[]> {
  const { rows } = await sql<DeviceRecord>`
    select s.id, s.address, s.user_agent as "userAgent", s.created_at as "signedInAt",
      s.last_used_at as "lastUsedAt", s.key_thumbprint as "deviceKey",
      exists (select from push_subscriptions p where p.session_id = s.id) as "getsPush"
    from sessions s
    join ${subjects} u on u.audience = s.audience and u.id = s.subject_id and u.session_version = s.session_version
    where s.subject_id = ${subjectId} and s.audience = ${audience} and s.ended_at is null and s.expires_at > moment()
    order by s.last_used_at desc, s.id desc
    limit 200`.execute(db);
  return rows;
}

/**
 * Ends one session. Writes an audit entry for administrators, so call it last in a transaction.
 * @returns false when the account has no such open session
 */
export async function endDevice(db: Db, subject: Subject, sessionId: string): Promise<boolean> {
  return endSessions(db, subject, sessionId);
}

/** Ends all sessions of an account; see `endDevice`. */
export async function endAllDevices(db: Db, subject: Subject): Promise<void> {
  await endSessions(db, subject, null);
}

/** Ends all sessions of an account but one; see `endDevice`. */
export async function endOtherDevices(db: Db, subject: Subject, keptSessionId: string): Promise<void> {
  for (const { id } of await readDevices(db, subject)) {
    if (id !== keptSessionId) await endSessions(db, subject, id);
  }
}

async function endSessions(
  db: Db,
  { audience, subjectId }: Subject,
  sessionId: string | null,
): Promise<boolean> {
  const { address, requestId } = currentCaller();
  const { rows } = await sql<{ isEnded: boolean }>`
    select end_sessions(${audience}, ${subjectId}, ${sessionId}, ${address}, ${requestId}) as "isEnded"`.execute(
    db,
  );
  return rows[0]?.isEnded === true;
}

/** Deletes a consumer's sessions and known devices. */
export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await sql`select delete_sessions_of_user(${userId})`.execute(db);
  await sql`delete from known_devices where subject_id = ${userId} and audience = 'consumer'`.execute(db);
}

/**
 * Replaces a session by a new one of the current session version, with the same device, IP address and
 * expiry. Writes an audit entry for administrators.
 */
export async function insertContinuation(
  db: Db,
  session: { id: string; continuesId: string; tokenHash: Buffer },
): Promise<void> {
  const { address, requestId } = currentCaller();
  await sql`
    select continue_session(
      ${session.id}, ${session.continuesId}, ${session.tokenHash}, ${address}, ${requestId}
    )`.execute(db);
}
