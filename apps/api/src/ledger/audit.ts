import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';

export type Audit = {
  addsUp: boolean;
  /** Accounts whose stored balance is not the sum of their transfers. Strict accounts have a `homeId`. */
  differences: { homeId?: string; account: string; storedCents: bigint; recomputedCents: bigint }[];
  /** Number of transfers that the audit read. */
  transfers: bigint;
};

type Row = {
  homeId: string | null;
  account: string | null;
  storedCents: bigint;
  recomputedCents: bigint;
  transfers: bigint;
};

/** Recomputes every balance from the transfers, in one snapshot. Reads the whole ledger. */
export async function audit(db: Db): Promise<Audit> {
  const { rows } = await inSnapshot(db, (tx) =>
    sql<Row>`
    with legs as (
      select t.home_id, s.account, t.amount_cents, s.side
      from ledger.transfers t
      cross join lateral (values (t.debit, 'debit'), (t.credit, 'credit')) as s (account, side)
    ), both_ways as (
      select case k.mode when 'strict' then l.home_id end as home_id, l.account, 0 as stored,
        case when k.side = l.side then l.amount_cents else -l.amount_cents end as recomputed
      from legs l join ledger.account_kinds k on k.kind = ledger.kind_of(l.account)
      union all
      select home_id, account, balance_cents, 0 from ledger.strict_balances
      union all
      select null, account, balance_cents, 0 from ledger.lazy_balances
      union all
      select null, account, change_cents, 0 from ledger.lazy_deltas
    ), differences as (
      select home_id, account, sum(stored)::bigint as stored, sum(recomputed)::bigint as recomputed
      from both_ways group by home_id, account having sum(stored) <> sum(recomputed)
    )
    select d.home_id as "homeId", d.account::text as account, d.stored as "storedCents",
      d.recomputed as "recomputedCents", c.transfers
    from (select count(*) as transfers from ledger.transfers) c
    left join differences d on true
    order by d.account, d.home_id`.execute(tx),
  );
  const differences = rows.flatMap(({ homeId, account, storedCents, recomputedCents }) =>
    account === null ? [] : [{ homeId: homeId ?? undefined, account, storedCents, recomputedCents }],
  );
  return { addsUp: differences.length === 0, differences, transfers: rows[0]?.transfers ?? 0n };
}
