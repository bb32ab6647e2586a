import type { ApprovalKind } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/** What one administrator decides alone comes one after the other. To be taken before any other lock. */
export async function lockLoneDecisions(tx: Transaction, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`decides alone ${staffId}`}, 0))`.execute(tx);
}

/** What one administrator decided alone within a day, in cents. */
export async function readLoneDecisions(tx: Transaction, staffId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from lone_decisions
    where administrator_id = ${staffId} and decided_at > moment() - interval '1 day'`.execute(tx);
  return rows[0]?.cents ?? 0n;
}

export async function insertLoneDecision(
  tx: Transaction,
  decision: { id: string; staffId: string; kind: ApprovalKind; amountCents: bigint },
): Promise<void> {
  const { id, staffId, kind, amountCents } = decision;
  await sql`
    insert into lone_decisions (id, administrator_id, kind, amount_cents)
    values (${id}, ${staffId}, ${kind}, ${amountCents})`.execute(tx);
}
