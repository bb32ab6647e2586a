import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

/** The event reported by the message that contains the link. */
export type NotMeSubject = 'freeze-code' | 'opening' | 'reset' | 'pay-out' | 'lost-contacts' | 'pin';

export async function insertNotMeLink(
  tx: Transaction,
  link: { id: string; tokenHash: Buffer; userId: string; about: NotMeSubject; lifetimeHours: number },
): Promise<void> {
  await sql`
    insert into not_me_links (id, token_hash, user_id, about, expires_at)
    values (
      ${link.id}, ${link.tokenHash}, ${link.userId}, ${link.about},
      moment() + make_interval(hours => ${link.lifetimeHours})
    )`.execute(tx);
}

/**
 * Marks a link as used.
 * @returns undefined for a token that is unknown, expired or used
 */
export async function takeNotMeLink(
  tx: Transaction,
  hash: Buffer,
): Promise<{ id: string; userId: string; about: NotMeSubject } | undefined> {
  const { rows } = await sql<{ id: string; userId: string; about: NotMeSubject }>`
    update not_me_links set used_at = moment()
    where token_hash = ${hash} and used_at is null and expires_at > moment()
    returning id, user_id as "userId", about`.execute(tx);
  return rows[0];
}

export async function deleteNotMeLinks(tx: Transaction, userId: string): Promise<void> {
  await sql`delete from not_me_links where user_id = ${userId}`.execute(tx);
}

export async function deleteOldNotMeLinks(db: Db): Promise<void> {
  await sql`delete from not_me_links where expires_at < moment() - ${RETENTION.not_me_links.after}::interval`.execute(
    db,
  );
}
