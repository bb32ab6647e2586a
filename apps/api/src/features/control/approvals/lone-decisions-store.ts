import type { ApprovalKind } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/**
 * What one administrator decides alone, and what one beneficiary gets so, comes one after the other. To be taken before
 * any other lock.
 */
export async function lockLoneDecisions(
  tx: Transaction,
  { administratorId, beneficiary }: { administratorId: string; beneficiary: string | undefined },
): Promise<void> {
  const lock = (words: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${words}, 0))`.execute(tx);
  await lock(`decides alone ${administratorId}`);
  if (beneficiary !== undefined) await lock(`decided alone for ${beneficiary}`);
}

/** In cents: the larger of what the administrator decided alone and what the beneficiary was given so. */
export async function readLoneSums(
  tx: Transaction,
  { administratorId, beneficiary }: { administratorId: string; beneficiary?: string | undefined },
): Promise<{ dayCents: bigint; monthCents: bigint }> {
  const { rows } = await sql<{ dayCents: bigint; monthCents: bigint }>`
    select max(day_cents)::bigint as "dayCents", max(month_cents)::bigint as "monthCents"
    from (
      values (${administratorId}::uuid, null::text), (null::uuid, ${beneficiary ?? null}::text)
    ) of (administrator, beneficiary)
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where decided_at > moment() - interval '1 day'), 0) as day_cents,
        coalesce(sum(amount_cents), 0) as month_cents
      from lone_decisions d
      where (d.administrator_id = of.administrator or d.beneficiary = of.beneficiary)
        and decided_at > moment() - interval '30 days'
    ) sums`.execute(tx);
  return rows[0] ?? { dayCents: 0n, monthCents: 0n };
}

export async function insertLoneDecision(
  tx: Transaction,
  decision: {
    id: string;
    administratorId: string;
    kind: ApprovalKind;
    amountCents: bigint;
    beneficiary?: string | undefined;
  },
): Promise<void> {
  const { id, administratorId, kind, amountCents, beneficiary } = decision;
  await sql`
    insert into lone_decisions (id, administrator_id, kind, amount_cents, beneficiary)
    values (${id}, ${administratorId}, ${kind}, ${amountCents}, ${beneficiary ?? null})`.execute(tx);
}
