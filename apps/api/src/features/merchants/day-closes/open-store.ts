import type { TillBill } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** A place and a till; null for a device without a name. */
export type Drawer = { placeId: string; till: string | null };

/** A redemption or a reversal that no close has counted yet. */
export type OpenEntry = Drawer & {
  redemptionId: string;
  kind: 'redemption' | 'reversal';
  place: string;
  /** End of the last close at this place and till; without one, midnight in Nairobi at least six hours ago. */
  since: Date;
  amountCents: bigint;
  paidBy: TillBill['paidBy'] | null;
  /** Rest of the bill; null if there is none. */
  restCents: bigint | null;
};

// A first close in the small hours counts the evening before.
const midnight = sql`date_trunc('day', statement_moment() - interval '6 hours', 'Africa/Nairobi')`;

// A redemption has its time before it commits, so it may become visible after a close that ended later. Every
// transaction ends within this time.
const MARGIN = sql`interval '10 minutes'`;

/** Redemptions or reversals of a member that no close has counted, each with the last close at its place and till. */
function openOnes(staffId: string, kind: OpenEntry['kind'], at: RawBuilder<unknown>): RawBuilder<unknown> {
  const isOpen = sql`r.staff_id = ${staffId} and ${at} is not null
    and not exists (select from day_close_entries e where e.redemption_id = r.id and e.kind = ${kind})`;
  const columns = sql`r.id, ${kind}::text as kind, ${at} as at, r.place_id, r.till, r.amount_cents`;
  // `offset 0` has the planner read each till apart. One range for all of them would begin at the oldest close, which may
  // be months ago at a till that is no longer used.
  return sql`
    select o.*, l.closed_at from last l cross join lateral (
      select ${columns} from redemptions r
      where ${isOpen} and r.place_id = l.place_id and coalesce(r.till, '') = coalesce(l.till, '')
        and ${at} >= l.closed_at - ${MARGIN}
      offset 0
    ) o
    union all
    select ${columns}, null from redemptions r
    where ${isOpen} and ${at} >= ${midnight} and not exists (
      select from last l where l.place_id = r.place_id and l.till is not distinct from r.till
    )`;
}

/** Builds the query of `readOpenEntries`. */
export function openEntries(staffId: string): RawBuilder<OpenEntry> {
  return sql<OpenEntry>`
    with last as materialized (
      select distinct on (place_id, till) place_id, till, closed_at from day_closes
      where staff_id = ${staffId} order by place_id, till, number desc
    ), entries as (
      ${openOnes(staffId, 'redemption', sql`r.redeemed_at`)}
      union all
      ${openOnes(staffId, 'reversal', sql`r.reversed_at`)}
    )
    select e.id as "redemptionId", e.kind, e.place_id as "placeId", p.name as place, e.till,
      coalesce(e.closed_at, ${midnight}) as since, e.amount_cents as "amountCents", b.paid_by as "paidBy",
      b.total_cents - e.amount_cents as "restCents"
    from entries e
    join merchant_places p on p.id = e.place_id
    left join redemption_bills b on b.redemption_id = e.id
    order by e.at, e.id, e.kind`;
}

/** Reads what a staff member has redeemed and reversed since the last close at each place and till. */
export async function readOpenEntries(db: Db, staffId: string): Promise<OpenEntry[]> {
  const { rows } = await openEntries(staffId).execute(db);
  return rows;
}

/** Locks redemptions, so that until the commit none is reversed and no bill is noted. */
export async function lockRedemptions(tx: Transaction, redemptionIds: readonly string[]): Promise<void> {
  await sql`
    select from redemptions where id = any(${redemptionIds}::uuid[]) order by id for no key update`.execute(
    tx,
  );
}
