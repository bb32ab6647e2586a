import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type DeviceRecord = {
  id: string;
  address: string;
  userAgent: string;
  signedInAt: Date;
  lastUsedAt: Date;
};

/** The consumer's sessions that may be used now, the latest used first. */
export async function readDevices(db: Db, userId: string): Promise<DeviceRecord[]> {
  const { rows } = await sql<DeviceRecord>`
    select s.id, s.address, s.user_agent as "userAgent", s.created_at as "signedInAt",
      s.last_used_at as "lastUsedAt"
    from sessions s join users u on u.id = s.subject_id and u.session_version = s.session_version
    where s.subject_id = ${userId} and s.audience = 'consumer' and s.ended_at is null and s.expires_at > now()
    order by s.last_used_at desc, s.id desc
    limit 200`.execute(db);
  return rows;
}

/** @returns false when this consumer has no such session that is still open */
export async function endDevice(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    update sessions set ended_at = now(), end_reason = 'signed-out'
    where id = ${sessionId} and subject_id = ${userId} and audience = 'consumer' and ended_at is null
      and expires_at > now()
    returning id`.execute(db);
  return rows.length === 1;
}

export async function endAllDevices(db: Db, userId: string): Promise<void> {
  await sql`
    update sessions set ended_at = now(), end_reason = 'signed-out'
    where subject_id = ${userId} and audience = 'consumer' and ended_at is null`.execute(db);
}

/** Deletes every trace of where somebody signed in. */
export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await sql`delete from sessions where subject_id = ${userId} and audience = 'consumer'`.execute(db);
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
      from continued c join users u on u.id = c.subject_id and c.audience = 'consumer'
      returning id
    )
    insert into refresh_tokens (token_hash, session_id) select ${session.tokenHash}, id from opened`.execute(
    db,
  );
}
