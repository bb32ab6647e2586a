import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Range of Nairobi days, `yyyy-MM-dd`, both included. An absent day leaves that side open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** Reads the last day with stored sums, `yyyy-MM-dd`; `-infinity` if no day has them yet. */
export async function readSummedUpTo(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select coalesce(to_char(up_to, 'YYYY-MM-DD'), '-infinity') as day from report_progress`.execute(db);
  return rows[0]?.day ?? '-infinity';
}

/** A merchant, or one of its places. */
export type Where = { merchantId: string; placeId?: string | undefined };

/** SQL condition: redemption or hold `r` was made at this place. Other places than the main one have their own index. */
export function isAtPlace(merchantId: string, placeId: string): RawBuilder<boolean> {
  const isIndexed = placeId === merchantId ? sql`true` : sql`r.place_id <> r.merchant_id`;
  return sql<boolean>`r.place_id = ${placeId} and ${isIndexed}`;
}

/** SQL condition: a row of `redemption_totals` belongs to the merchant or place, and to the days. */
export function isSummedUp(
  { merchantId, placeId }: Where,
  { from, to }: Days,
  upTo: string,
): RawBuilder<boolean> {
  return sql<boolean>`
    merchant_id = ${merchantId} and ${placeId ? sql`place_id = ${placeId}` : sql`true`} and day <= ${upTo}::date
    and day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;
}

/** SQL condition: a redemption happened after the last day with stored sums. */
export function isOpen(upTo: string): RawBuilder<boolean> {
  return sql<boolean>`r.redeemed_at >= ${beginningOf(upTo)} + interval '1 day'`;
}

/**
 * SQL for redemptions, one line per hour, place, and staff member or API key. Reads closed days from stored
 * sums, and later days from the redemptions.
 */
export function linesOf(where: Where, days: Days, upTo: string): RawBuilder<unknown> {
  const { from, to } = days;
  const { merchantId, placeId } = where;
  return sql`
    select day, hour, channel, staff_id, key_id, place_id, redemptions, redeemed_cents, reversals, reversed_cents
    from redemption_totals where ${isSummedUp(where, days, upTo)}
    union all
    select (r.redeemed_at at time zone 'Africa/Nairobi')::date,
      extract(hour from r.redeemed_at at time zone 'Africa/Nairobi')::smallint, r.channel, r.staff_id, r.key_id, r.place_id,
      count(*)::int, sum(r.amount_cents)::bigint, count(r.reversed_at)::int,
      coalesce(sum(r.amount_cents) filter (where r.reversed_at is not null), 0)::bigint
    from redemptions r
    where r.merchant_id = ${merchantId} and ${placeId ? isAtPlace(merchantId, placeId) : sql`true`}
      and ${isOpen(upTo)} and r.redeemed_at >= ${beginningOf(from ?? '-infinity')}
      and r.redeemed_at < ${beginningOf(to ?? 'infinity')} + interval '1 day'
    group by 1, 2, 3, 4, 5, 6`;
}

/** Returns the start of a day in Nairobi, which has no daylight saving time. */
export function beginningOf(day: string): RawBuilder<Date> {
  return sql<Date>`(${day}::date::timestamp at time zone 'Africa/Nairobi')`;
}
