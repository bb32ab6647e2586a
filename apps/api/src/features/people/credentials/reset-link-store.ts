import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { SessionAudience } from '../sessions/index.ts';

export type ResetLink = { subjectId: string; audience: SessionAudience; account: string; target: string };

/**
 * Extends the current link of an account and contact to `lifetimeMinutes` from now, or stores a new link.
 * @returns the link that is valid now
 */
export async function putResetLink(
  tx: Transaction,
  link: ResetLink & { newId: string; tokenHash: Buffer; lifetimeMinutes: number },
): Promise<{ id: string; tokenHash: Buffer }> {
  const { rows } = await sql<{ id: string; tokenHash: Buffer }>`
    insert into reset_links as l (subject_id, audience, account, target, id, token_hash, expires_at)
    values (
      ${link.subjectId}, ${link.audience}, ${link.account}, ${link.target}, ${link.newId}, ${link.tokenHash},
      moment() + make_interval(mins => ${link.lifetimeMinutes})
    )
    on conflict (subject_id) do update set
      audience = excluded.audience, account = excluded.account, target = excluded.target,
      id = case when l.expires_at > moment() and l.target = excluded.target then l.id else excluded.id end,
      token_hash = case
        when l.expires_at > moment() and l.target = excluded.target then l.token_hash else excluded.token_hash
      end,
      expires_at = excluded.expires_at
    returning id, token_hash as "tokenHash"`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('a reset link was not stored');
  return row;
}

export async function findResetLink(
  db: Db,
  audience: SessionAudience,
  tokenHash: Buffer,
): Promise<ResetLink | undefined> {
  const { rows } = await sql<ResetLink>`
    select subject_id as "subjectId", audience, account, target from reset_links
    where token_hash = ${tokenHash} and audience = ${audience} and expires_at > moment()`.execute(db);
  return rows[0];
}

/**
 * Marks a link as used.
 * @returns false when it was already used
 */
export async function takeResetLink(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from reset_links where token_hash = ${tokenHash} returning id`.execute(tx);
  return rows.length === 1;
}

export async function deleteResetLink(tx: Transaction, subjectId: string): Promise<void> {
  await sql`delete from reset_links where subject_id = ${subjectId}`.execute(tx);
}

export async function deleteOldResetLinks(db: Db): Promise<void> {
  await sql`delete from reset_links where expires_at < moment() - ${RETENTION.reset_links.after}::interval`.execute(
    db,
  );
}
