import type { ApprovalKind } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/**
 * Serialises the decisions that one administrator makes alone, and the decisions made alone for one beneficiary. Take
 * this lock before any other.
 */
export async function lockSinglePersonDecisions(
  tx: Transaction,
  { administratorId, beneficiary }: { administratorId: string; beneficiary: string | undefined },
): Promise<void> {
  const lock = (words: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${words}, 0))`.execute(tx);
  await lock(`decides alone ${administratorId}`);
  if (beneficiary !== undefined) await lock(`decided alone for ${beneficiary}`);
}

/**
 * Sums of the last day and of the last 30 days, in cents. Each is the larger of two sums: the administrator's own
 * decisions, and the decisions for the beneficiary.
 */
export async function readSinglePersonSums(
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
      from single_person_decisions d
      where (d.administrator_id = of.administrator or d.beneficiary = of.beneficiary)
        and decided_at > moment() - interval '30 days'
    ) sums`.execute(tx);
  return rows[0] ?? { dayCents: 0n, monthCents: 0n };
}

export async function insertSinglePersonDecision(
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
    insert into single_person_decisions (id, administrator_id, kind, amount_cents, beneficiary)
    values (${id}, ${administratorId}, ${kind}, ${amountCents}, ${beneficiary ?? null})`.execute(tx);
}
