import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** Locks the posting desk until the end of the transaction, so that two postings cannot spend the same balance. */
export async function lockDesk(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('posting-desk', 0))`.execute(tx);
}

/** Locks the id of a posting, so that a request sent twice at the same time is stored once. */
export async function lockPostingId(tx: Transaction, postingId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`posting ${postingId}`}, 0))`.execute(tx);
}

/** Finds an entry that credited a wallet, and whether it was taken back. */
export async function findCredit(
  db: Db,
  { creditId, userId, wallet }: { creditId: string; userId: string; wallet: string },
): Promise<{ kind: string; amountCents: bigint; isTakenBack: boolean } | undefined> {
  const { rows } = await sql<{ kind: string; amountCents: bigint; isTakenBack: boolean }>`
    select kind, amount_cents as "amountCents", exists (
      select from posting_requests where credit_id = ${creditId} and posted_at is not null
    ) as "isTakenBack"
    from ledger.transfers where home_id = ${userId} and id = ${creditId} and credit = ${wallet}`.execute(db);
  return rows[0];
}
