import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { SessionAudience } from './session-store.ts';

export type DeviceRecord = {
  id: string;
  address: string;
  userAgent: string;
  signedInAt: Date;
  lastUsedAt: Date;
  getsPush: boolean;
};

/** Whose sessions they are. */
export type Subject = { audience: SessionAudience; subjectId: string };

// Whoever a session `s` belongs to, by its audience.
const subjects = sql`
  (
    select 'consumer' as audience, id, session_version from users
    union all select 'merchant', id, session_version from merchant_staff
    union all select 'admin', id, session_version from administrators
  )`;

/** The sessions somebody may use now, the latest used first. */
export async function readDevices(db: Db, { audience, subjectId }: Subject): Promise<DeviceRecord[]> {
  const { rows } = await sql<DeviceRecord>`
    select s.id, s.address, s.user_agent as "userAgent", s.created_at as "signedInAt",
      s.last_used_at as "lastUsedAt",
      exists (select from push_subscriptions p where p.session_id = s.id) as "getsPush"
    from sessions s
    join ${subjects} u on u.audience = s.audience and u.id = s.subject_id and u.session_version = s.session_version
    where s.subject_id = ${subjectId} and s.audience = ${audience} and s.ended_at is null and s.expires_at > now()
    order by s.last_used_at desc, s.id desc
    limit 200`.execute(db);
  return rows;
}

/** @returns false when there is no such session of theirs that is still open */
export async function endDevice(
  db: Db,
  { audience, subjectId }: Subject,
  sessionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update sessions set ended_at = now(), end_reason = 'signed-out'
    where id = ${sessionId} and subject_id = ${subjectId} and audience = ${audience} and ended_at is null
      and expires_at > now()
    returning id`.execute(db);
  return rows.length === 1;
}

export async function endAllDevices(db: Db, { audience, subjectId }: Subject): Promise<void> {
  await sql`
    update sessions set ended_at = now(), end_reason = 'signed-out'
    where subject_id = ${subjectId} and audience = ${audience} and ended_at is null`.execute(db);
}

/** Deletes every trace of where somebody signed in. */
export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await sql`delete from sessions where subject_id = ${userId} and audience = 'consumer'`.execute(db);
  await sql`delete from known_devices where subject_id = ${userId} and audience = 'consumer'`.execute(db);
}

/** Opens a session of the present version with the place and the end of another, and closes that one. */
export async function insertContinuation(
  db: Db,
  session: { id: string; continuesId: string; tokenHash: Buffer },
): Promise<void> {
  await sql`
    with continued as (
      update sessions set ended_at = now(), end_reason = 'signed-out'
      where id = ${session.continuesId} and ended_at is null
      returning audience, subject_id, address, user_agent, expires_at
    ), opened as (
      insert into sessions (id, audience, subject_id, session_version, address, user_agent, expires_at)
      select ${session.id}::uuid, c.audience, c.subject_id, u.session_version, c.address, c.user_agent, c.expires_at
      from continued c join ${subjects} u on u.id = c.subject_id and u.audience = c.audience
      returning id
    )
    insert into refresh_tokens (token_hash, session_id) select ${session.tokenHash}, id from opened`.execute(
    db,
  );
}
