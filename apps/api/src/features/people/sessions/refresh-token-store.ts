import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { SessionAudience } from './session-store.ts';

export type OwnedSession = {
  id: string;
  isEnded: boolean;
  isExpired: boolean;
  /** Whether the session expired because its administrator was idle for too long. */
  isIdle: boolean;
  audience: SessionAudience;
  subjectId: string;
  keyThumbprint: string | null;
};

/** Locks the session of a refresh token. @returns undefined for an unknown token */
export async function lockSessionOfToken(tx: Transaction, hash: Buffer): Promise<OwnedSession | undefined> {
  const { rows } = await sql<OwnedSession>`
    select id, ended_at is not null as "isEnded", expires_at <= moment() as "isExpired",
      coalesce(expires_at <= moment() and extendable_until > moment(), false) as "isIdle", audience, subject_id as "subjectId",
      key_thumbprint as "keyThumbprint"
    from lock_session_of_token(${hash})`.execute(tx);
  return rows[0];
}

export type RotationState = {
  /** Whether the session was bound to a device key when this token was issued. */
  isBound: boolean;
  isRotated: boolean;
  rotatedSecondsAgo: number;
  /** Hash of the successor; null before the rotation. */
  given: Buffer | null;
  isSuccessorUsed: boolean;
};

/**
 * Reads the rotation state of a refresh token. Lock the session first.
 * @param successorHashes hashes of the possible successors, one for each key
 */
export async function readRotation(
  tx: Transaction,
  hash: Buffer,
  successorHashes: Buffer[],
): Promise<RotationState> {
  const { rows } = await sql<RotationState>`
    select t.is_bound as "isBound", t.rotated_at is not null as "isRotated",
      coalesce(extract(epoch from clock_moment() - t.rotated_at), 0)::double precision as "rotatedSecondsAgo",
      n.token_hash as given, n.rotated_at is not null as "isSuccessorUsed"
    from refresh_tokens t
    left join refresh_tokens n on n.token_hash = any(${successorHashes}::bytea[])
    where t.token_hash = ${hash}`.execute(tx);
  const state = rows[0];
  if (!state) throw new Error('the refresh token of a locked session is gone');
  return state;
}

/** Stores the successor of a token, and binds an unbound session to the device key. Lock the session first. */
export async function insertSuccessor(
  tx: Transaction,
  token: { refreshToken: string; successorHash: Buffer; keyThumbprint: string | null },
): Promise<void> {
  await sql`
    select renew_session(${token.refreshToken}, ${token.successorHash}, ${token.keyThumbprint})`.execute(tx);
}

export async function endSession(
  db: Db,
  refreshToken: string,
  reason: 'signed-out' | 'token-reused',
): Promise<void> {
  await sql`select end_session_of_token(${refreshToken}, ${reason})`.execute(db);
}
