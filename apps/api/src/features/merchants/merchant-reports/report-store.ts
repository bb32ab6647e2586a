import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { joinServedBy, servedBy } from '../../money/redemptions/index.ts';
import { linesOf, readSummedUpTo, type Where } from './redemption-totals-store.ts';

/** A merchant and a time range. `until` is excluded. */
export type Span = { merchantId: string; from: Date; until: Date };

export type Sums = { redemptions: number; redeemedCents: bigint; reversals: number; reversedCents: bigint };

type Row = Sums & { day: string | null; hour: number | null; place: string | null; servedBy: string | null };

type Report = {
  byDay: Map<string, Sums>;
  byHour: Map<number, Sums>;
  byStaff: Map<string, Sums>;
  byPlace: Map<string, Sums>;
};

/**
 * Sums the redemptions by day, by hour, by staff member and by place, in one read. A reversal is always on the day of its
 * redemption.
 */
export async function sumRedemptions(
  db: Db,
  { from, to, ...where }: Where & { from: string; to: string },
): Promise<Report> {
  const { rows } = await sql<Row>`
    with apart as materialized (
      ${linesOf(where, { from, to }, await readSummedUpTo(db))}
    ), sums as (
      select to_char(day, 'YYYY-MM-DD') as day, hour, channel, staff_id, key_id, place_id, sum(redemptions)::int as redemptions,
        sum(redeemed_cents)::bigint as "redeemedCents", sum(reversals)::int as reversals,
        sum(reversed_cents)::bigint as "reversedCents"
      from apart group by grouping sets ((day), (hour), (channel, staff_id, key_id), (place_id))
    )
    select r.day, r.hour, case when r.channel is not null then ${servedBy} end as "servedBy", p.name as place,
      r.redemptions, r."redeemedCents", r.reversals, r."reversedCents"
    from sums r
    join merchants m on m.id = ${where.merchantId}
    left join merchant_places p on p.id = r.place_id
    ${joinServedBy}`.execute(db);
  const byDay = new Map<string, Sums>();
  const byHour = new Map<number, Sums>();
  const byStaff = new Map<string, Sums>();
  const byPlace = new Map<string, Sums>();
  for (const { day, hour, place, servedBy: name, ...sums } of rows) {
    if (day !== null) byDay.set(day, sums);
    else if (hour !== null) byHour.set(hour, sums);
    // Staff members or keys with the same name share one line, and so do places.
    else if (place !== null) byPlace.set(place, added(byPlace.get(place), sums));
    else if (name !== null) byStaff.set(name, added(byStaff.get(name), sums));
  }
  return { byDay, byHour, byStaff, byPlace };
}

export function added(first: Sums | undefined, second: Sums): Sums {
  if (!first) return second;
  return {
    redemptions: first.redemptions + second.redemptions,
    redeemedCents: first.redeemedCents + second.redeemedCents,
    reversals: first.reversals + second.reversals,
    reversedCents: first.reversedCents + second.reversedCents,
  };
}

/** Sums the merchant's fees for settlements paid out within the period. */
export async function sumFees(db: Db, { merchantId, from, until }: Span): Promise<bigint> {
  const { rows } = await sql<{ feeCents: bigint }>`
    select coalesce(sum(fee_cents), 0)::bigint as "feeCents" from settlements
    where merchant_id = ${merchantId} and status = 'COMPLETED'
      and completed_at >= ${from} and completed_at < ${until}`.execute(db);
  return rows[0]?.feeCents ?? 0n;
}
