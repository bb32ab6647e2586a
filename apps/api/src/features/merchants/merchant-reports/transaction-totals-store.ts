import { MOST_COUNTED } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isOpen, isSummedUp, readSummedUpTo } from './redemption-totals-store.ts';
import { OPEN_HOLDS, type Selection } from './transactions-store.ts';

export type Sum = { count: number; amountCents: bigint };

export type Totals = { found: number; completed: Sum; pending: Sum; reversed: Sum };

type RedemptionTotals = {
  found: number;
  completed: number;
  completedCents: bigint;
  reversed: number;
  reversedCents: bigint;
};

const NO_REDEMPTIONS: RedemptionTotals = {
  found: 0,
  completed: 0,
  completedCents: 0n,
  reversed: 0,
  reversedCents: 0n,
};
const NO_HOLDS: Sum = { count: 0, amountCents: 0n };

/**
 * Sums the whole selection. A search counts at most `MOST_COUNTED` rows, because the index that sums use has no
 * names.
 */
export async function sumTransactions(db: Db, selection: Selection): Promise<Totals> {
  const [redeemed = NO_REDEMPTIONS, pending = NO_HOLDS] = await Promise.all([
    selection.withRedemptions
      ? totalsOf(selection, selection.isSearched ? '-infinity' : await readSummedUpTo(db))
          .execute(db)
          .then(({ rows }) => rows[0])
      : undefined,
    selection.withHolds ? sumHolds(db, selection) : undefined,
  ]);
  return {
    found: redeemed.found + pending.count,
    completed: { count: redeemed.completed, amountCents: redeemed.completedCents },
    pending,
    reversed: { count: redeemed.reversed, amountCents: redeemed.reversedCents },
  };
}

async function sumHolds(db: Db, { condition }: Selection): Promise<Sum | undefined> {
  const { rows } = await sql<Sum>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as "amountCents"
    from (select r.amount_cents from (${OPEN_HOLDS}) r where ${condition} limit ${MOST_COUNTED}) found`.execute(
    db,
  );
  return rows[0];
}

const COMPLETED = sql`redemptions - reversals as completed, redeemed_cents - reversed_cents as "completedCents"`;
const NONE_COMPLETED = sql`0 as completed, 0 as "completedCents"`;
const REVERSED = sql`reversals as reversed, reversed_cents as "reversedCents"`;
const NONE_REVERSED = sql`0 as reversed, 0 as "reversedCents"`;

/** Counts and sums of the days with stored sums, by the state of the selected redemptions. */
const SUMMED_UP = {
  any: sql`redemptions as found, ${COMPLETED}, ${REVERSED}`,
  completed: sql`redemptions - reversals as found, ${COMPLETED}, ${NONE_REVERSED}`,
  reversed: sql`reversals as found, ${NONE_COMPLETED}, ${REVERSED}`,
};

/** Builds the SQL of `sumTransactions`. Separate, because a test checks its query plan. */
export function totalsOf(
  { merchantId, placeId, days, state, condition, isSearched }: Selection,
  upTo: string,
): RawBuilder<RedemptionTotals> {
  const sums = sql`
    count(*) filter (where reversed_at is null)::int as completed,
    coalesce(sum(amount_cents) filter (where reversed_at is null), 0)::bigint as "completedCents",
    count(reversed_at)::int as reversed,
    coalesce(sum(amount_cents) filter (where reversed_at is not null), 0)::bigint as "reversedCents"`;
  if (!isSearched) {
    return sql<RedemptionTotals>`
      select coalesce(sum(found), 0)::int as found, coalesce(sum(completed), 0)::int as completed,
        coalesce(sum("completedCents"), 0)::bigint as "completedCents", coalesce(sum(reversed), 0)::int as reversed,
        coalesce(sum("reversedCents"), 0)::bigint as "reversedCents"
      from (
        select ${SUMMED_UP[state]} from redemption_totals where ${isSummedUp({ merchantId, placeId }, days, upTo)}
        union all
        select count(*), ${sums} from redemptions r where ${condition} and ${isOpen(upTo)}
      ) parts`;
  }
  return sql<RedemptionTotals>`
    with found as materialized (
      select r.amount_cents, r.reversed_at, row_number() over (order by r.redeemed_at desc, r.id desc) as n
      from redemptions r where ${condition}
      order by r.redeemed_at desc, r.id desc limit ${MOST_COUNTED + 1}
    )
    select (select count(*)::int from found) as found, ${sums} from found where n <= ${MOST_COUNTED}`;
}
