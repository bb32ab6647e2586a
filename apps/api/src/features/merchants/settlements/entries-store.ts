import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { account } from '../../services/postings/index.ts';
import type { SettlementKey } from './store.ts';

/** Locks a merchant's settlement progress, so that only one process makes batches for it at a time. */
export async function lockProgress(tx: Transaction, merchantId: string): Promise<void> {
  await sql`insert into settlement_progress (merchant_id) values (${merchantId}) on conflict do nothing`.execute(
    tx,
  );
  await sql`select from settlement_progress where merchant_id = ${merchantId} for update`.execute(tx);
}

export async function markRun(db: Db, merchantId: string): Promise<void> {
  await sql`
    insert into settlement_progress (merchant_id, ran_at) values (${merchantId}, moment())
    on conflict (merchant_id) do update set ran_at = excluded.ran_at`.execute(db);
}

/**
 * SQL for ledger entries that are in no batch; debits are negative. Excludes transfers that batches themselves post.
 */
function unbatched(merchantId: string) {
  const own = account.merchant(merchantId);
  // A transfer becomes visible when it commits, always less than an hour after its timestamp.
  const since = sql`(
    select batched_until - interval '1 hour' from settlement_progress where merchant_id = ${merchantId}
  )`;
  const half = (side: 'debit' | 'credit') => sql`
    select t.home_id, t.id, t.posted_at, t.position, t.kind,
      ${sql.lit(side === 'credit' ? 1 : -1)} * t.amount_cents as amount_cents
    from ledger.transfers t
    where ${sql.ref(`t.${side}`)} = ${own} and t.kind <> 'settlement_reserved'
      and t.posted_at >= coalesce(${since}, '-infinity')
      and not exists (
        select from settlement_entries e where e.home_id = t.home_id and e.transfer_id = t.id
      )`;
  return sql`(${half('debit')} union all ${half('credit')})`;
}

export type Entry = { homeId: string; id: string; amountCents: bigint; kind: string; postedAt: string };

/**
 * Chooses the entries of the next batch: all debits before the cut-off, then the oldest earnings before it, up to the
 * maximum. If later earnings do not cover the later debits, the batch takes the later debits too, because it must not
 * exceed the merchant's balance.
 */
export async function chooseEntries(
  db: Db,
  batch: { merchantId: string; cutOffAt: Date; maximumCents: bigint },
): Promise<Entry[]> {
  const { merchantId, cutOffAt, maximumCents } = batch;
  const { rows } = await sql<Entry>`
    with open as materialized (select * from ${unbatched(merchantId)} entries),
    later as (
      select coalesce(sum(amount_cents), 0) < 0 as is_short from open where posted_at >= ${cutOffAt}
    ),
    back as (
      select open.* from open cross join later where amount_cents < 0 and (posted_at < ${cutOffAt} or is_short)
    ),
    earned as (
      select *, sum(amount_cents) over (order by posted_at, position, home_id, id) as so_far
      from open where amount_cents between 1 and ${maximumCents} and posted_at < ${cutOffAt}
    )
    select home_id as "homeId", id, amount_cents as "amountCents", kind, posted_at::text as "postedAt" from back
    union all
    select home_id, id, amount_cents, kind, posted_at::text from earned
    where so_far <= ${maximumCents} - (select coalesce(sum(amount_cents), 0) from back)`.execute(db);
  return rows;
}

/** Puts entries into a batch. The primary key rejects an entry that is already in another batch. */
export async function insertEntries(
  tx: Transaction,
  { merchantId, settlementId }: { merchantId: string; settlementId: string },
  entries: Entry[],
): Promise<void> {
  await sql`
    insert into settlement_entries (
      home_id, transfer_id, merchant_id, settlement_id, amount_cents, kind, posted_at
    )
    select home_id, transfer_id, ${merchantId}::uuid, ${settlementId}::uuid, amount_cents, kind, posted_at
    from unnest(
      ${entries.map((one) => one.homeId)}::uuid[], ${entries.map((one) => one.id)}::uuid[],
      ${entries.map((one) => one.amountCents)}::bigint[], ${entries.map((one) => one.kind)}::text[],
      ${entries.map((one) => one.postedAt)}::timestamptz[]
    ) as e (home_id, transfer_id, amount_cents, kind, posted_at)`.execute(tx);
}

/** Sums all entries that are in no batch, in cents. Ignores the maximum of a batch. */
export async function sumUnbatched(
  db: Db,
  merchantId: string,
  cutOffAt: Date,
  maximumCents: bigint,
): Promise<{ sumCents: bigint; tooLargeIds: string[] }> {
  const { rows } = await sql<{ sumCents: bigint; tooLargeIds: string[] }>`
    select
      coalesce(sum(amount_cents) filter (
        where amount_cents < 0 or (posted_at < ${cutOffAt} and amount_cents <= ${maximumCents})
      ), 0)::bigint as "sumCents",
      coalesce(array_agg(id) filter (where amount_cents > ${maximumCents}), '{}') as "tooLargeIds"
    from ${unbatched(merchantId)} entries`.execute(db);
  return rows[0] ?? { sumCents: 0n, tooLargeIds: [] };
}

/** Moves the merchant's progress forward: every entry before the oldest unbatched one is in a batch. */
export async function moveProgress(tx: Transaction, merchantId: string): Promise<void> {
  await sql`
    update settlement_progress set batched_until = coalesce(
      (select min(posted_at) from ${unbatched(merchantId)} entries), moment()
    )
    where merchant_id = ${merchantId}`.execute(tx);
}

/** Sums a batch's manual credits by administrators from the last `days` days, in cents. */
export async function sumManualCredits(
  tx: Transaction,
  { merchantId, settlementId }: SettlementKey,
  withinDays: number,
): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from settlement_entries
    where merchant_id = ${merchantId} and settlement_id = ${settlementId} and kind in ('adjustment', 'goodwill') and amount_cents > 0
      and posted_at > moment() - make_interval(days => ${withinDays})`.execute(tx);
  return rows[0]?.cents ?? 0n;
}
