import { sql } from 'kysely';
import { cellOf } from '../../../platform/db/cells.ts';
import type { Db } from '../../../platform/db/database.ts';
import { account } from '../postings/index.ts';

/** What a wallet got out of suspense within a day, in cents. Its owner is locked, so that the sum cannot grow meanwhile. */
export async function readSuspenseCreditOfDay(db: Db, userId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger.transfers
    where cell = ${cellOf(userId)} and credit = ${account.wallet(userId)} and kind = 'suspense_resolved'
      and posted_at > moment() - interval '1 day'`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/** Who has put money into suspense because a statement showed it. @returns undefined for money that M-PESA reported */
export async function findBookingAdministrator(db: Db, reviewSubjectId: string): Promise<string | undefined> {
  const { rows } = await sql<{ closedBy: string }>`
    select closed_by as "closedBy" from reconciliation_items
    where id = ${reviewSubjectId} and correction = 'suspense'`.execute(db);
  return rows[0]?.closedBy;
}
