import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Uncharged } from '../../mpesa/orders/index.ts';

const AGAIN_AFTER_MINUTES = 10;

/**
 * Inserts a check.
 * @returns false if the check exists
 */
export async function insertCheck(
  tx: Transaction,
  check: { id: string; differedBefore: number; isComparison: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into float_checks (id, differed_before, is_comparison)
    values (${check.id}, ${check.differedBefore}, ${check.isComparison})
    on conflict do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

/**
 * Locks a check that waits for M-PESA's answer.
 * @returns undefined if the check already has its answer
 */
export async function lockUnanswered(
  tx: Transaction,
  id: string,
): Promise<{ differedBefore: number; isComparison: boolean } | undefined> {
  const { rows } = await sql<{ differedBefore: number; isComparison: boolean }>`
    select differed_before as "differedBefore", is_comparison as "isComparison" from float_checks
    where id = ${id} and status in ('ASKING', 'FAILED') for update`.execute(tx);
  return rows[0];
}

/** Marks a check as failed: M-PESA did not answer, or its answer was unreadable. */
export async function markFailed(db: Db, id: string): Promise<void> {
  await sql`
    update float_checks set status = 'FAILED', next_at = moment() + make_interval(mins => ${AGAIN_AFTER_MINUTES})
    where id = ${id} and status = 'ASKING'`.execute(db);
}

/** Balances of our accounts at M-PESA, in cents. */
export type Balances = { collection: bigint; payout: bigint };

/**
 * Stores M-PESA's balances of one of the two accounts, or of both.
 * @returns both balances when both are stored
 */
export async function recordProviderBalances(
  tx: Transaction,
  id: string,
  { collection = null, payout = null }: { collection?: bigint | null; payout?: bigint | null },
): Promise<Balances | undefined> {
  const { rows } = await sql<Balances>`
    with told as (
      update float_checks set
        collection_theirs_cents = coalesce(${collection}::bigint, collection_theirs_cents),
        payout_theirs_cents = coalesce(${payout}::bigint, payout_theirs_cents)
      where id = ${id}
      returning collection_theirs_cents as collection, payout_theirs_cents as payout
    )
    select * from told where collection is not null and payout is not null`.execute(tx);
  return rows[0];
}

type Compared = {
  theirs: Balances;
  ours: Balances;
  uncharged: Uncharged;
  agrees: boolean;
  isReported: boolean;
  isAgain: boolean;
};

export async function recordBalances(
  tx: Transaction,
  id: string,
  { theirs, ours, uncharged, ...answer }: Compared,
): Promise<void> {
  await sql`
    update float_checks set status = ${answer.agrees ? 'AGREES' : 'DIFFERS'}, answered_at = moment(),
      uncharged_payouts = ${uncharged.payouts}, uncharged_most_cents = ${uncharged.mostCents},
      collection_theirs_cents = ${theirs.collection}, collection_ours_cents = ${ours.collection},
      payout_theirs_cents = ${theirs.payout}, payout_ours_cents = ${ours.payout}, is_reported = ${answer.isReported},
      next_at = case when ${answer.isAgain} then moment() + make_interval(mins => ${AGAIN_AFTER_MINUTES}) end
    where id = ${id}`.execute(tx);
}

/**
 * Claims comparisons that are due to be repeated, including those that M-PESA has not answered within ten minutes.
 * Ends other checks without an answer.
 */
export async function takeDue(db: Db): Promise<{ differedBefore: number }[]> {
  const { rows } = await sql<{ differedBefore: number }>`
    with ended as (
      update float_checks set next_at = null, status = case when status = 'ASKING' then 'FAILED' else status end
      where next_at <= moment()
        or (status = 'ASKING' and next_at is null and at < moment() - make_interval(mins => ${AGAIN_AFTER_MINUTES})
          and at > moment() - interval '1 day')
      returning *
    )
    select differed_before + case when status = 'DIFFERS' then 1 else 0 end as "differedBefore"
    from ended where is_comparison`.execute(db);
  return rows;
}

/**
 * Returns whether M-PESA's balance should be asked for again: some minutes after the last check if the float is low, and
 * some minutes after it if money has left since.
 */
export async function isBalanceStale(
  db: Db,
  { minutes, isLow }: { minutes: number; isLow: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ isStale: boolean }>`
    select last_at < moment() - make_interval(mins => ${minutes}) and (${isLow} or exists (
      select from orders o
      where o.state = 'SUCCEEDED' and o.kind in ('withdrawal', 'settlement') and o.ended_at > last_at
    )) as "isStale"
    from (select coalesce(max(at), '-infinity') as last_at from float_checks) latest`.execute(db);
  return rows[0]?.isStale ?? false;
}

export type CheckRow = {
  id: string;
  at: Date;
  status: 'ASKING' | 'AGREES' | 'DIFFERS' | 'FAILED';
  answeredAt: Date | null;
  collectionTheirsCents: bigint | null;
  collectionOursCents: bigint | null;
  payoutTheirsCents: bigint | null;
  payoutOursCents: bigint | null;
  isReported: boolean;
  isComparison: boolean;
  unchargedPayouts: number;
  unchargedMostCents: bigint;
  place: Place;
};

/** Lists checks, newest first. */
export async function listChecks(
  db: Db,
  page: { id?: string; after?: Place | undefined; limit: number },
): Promise<CheckRow[]> {
  const { rows } = await sql<Omit<CheckRow, 'place'> & { instant: string }>`
    select id, at, status, answered_at as "answeredAt", collection_theirs_cents as "collectionTheirsCents",
      collection_ours_cents as "collectionOursCents", payout_theirs_cents as "payoutTheirsCents",
      payout_ours_cents as "payoutOursCents", is_reported as "isReported", is_comparison as "isComparison",
      uncharged_payouts as "unchargedPayouts", uncharged_most_cents as "unchargedMostCents", at::text as instant
    from float_checks
    where ${page.id === undefined ? sql`true` : sql`id = ${page.id}`}
      and ${page.after ? sql`(at, id) < (${page.after.instant}::timestamptz, ${page.after.id}::uuid)` : sql`true`}
    order by at desc, id desc limit ${page.limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}
