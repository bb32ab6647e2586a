import { centsOf, shillingsOf, type FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import { OWN_SYSTEM, type NewAlert } from './finding.ts';
import {
  dayOf,
  evidenceOf,
  newestFindings,
  ofMerchant,
  type FoundAtMerchant,
  type Look,
} from './look-store.ts';

const REDEMPTIONS = sql`(select id, merchant_id, staff_id, place_id, redeemed_at as at from redemptions) e`;
const PLACE = sql`e.place_id`;

export async function findRapidRedemptions(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['rapidRedemptions'],
): Promise<NewAlert[]> {
  const { withinMinutes, byPerson, bySystem } = rule;
  const span = sql`make_interval(mins => ${withinMinutes})`;
  const { rows } = await sql<FoundAtMerchant & { who: string; hour: string; name: string; count: number }>`
    with counted as materialized (
      select merchant_id, staff_id, redeemed_at, date_trunc('hour', redeemed_at) as hour,
        count(*) over (
          partition by merchant_id, staff_id order by redeemed_at
          range between ${span} preceding and current row
        )::int as count
      from redemptions where redeemed_at > ${since}::timestamptz - ${span}
    ), ${newestFindings(
      sql`
        select distinct on (merchant_id, staff_id, hour) * from counted
        where redeemed_at > ${since}
          and count > case when staff_id is null then ${bySystem}::int else ${byPerson}::int end
        order by merchant_id, staff_id, hour, count desc, redeemed_at`,
      'redeemed_at',
      most,
    )}, ${evidenceOf(
      REDEMPTIONS,
      sql`e.merchant_id = f.merchant_id and e.staff_id is not distinct from f.staff_id
        and e.at between f.redeemed_at - ${span} and f.redeemed_at`,
      evidence,
      PLACE,
    )}
    select f.merchant_id as "merchantId", coalesce(f.staff_id::text, 'api') as who, f.hour::text as hour,
      case when f.staff_id is null then ${OWN_SYSTEM} else coalesce(ms.name, m.contact_name) end as name,
      f.count, f.redeemed_at as at, e.place_id as "placeId", coalesce(e.ids, '{}') as redemptions
    from found f
    join merchants m on m.id = f.merchant_id
    left join merchant_staff ms on ms.id = f.staff_id
    left join evidence e on e.n = f.n
    order by f.n`.execute(tx);
  return rows.map(({ who, hour, name, count, ...row }) => ({
    ...ofMerchant(row),
    rule: 'rapid_redemptions',
    severity: 'Medium',
    subject: `${who} ${hour}`,
    details: { servedBy: name, count, minutes: withinMinutes },
  }));
}

/**
 * Finds redemptions outside the opening hours of their place. Returns the first one of each place and day. Minutes
 * count from Monday 00:00 in Nairobi. If a closing time is before its opening time, the shop closes the next day.
 */
export async function findOutsideOpeningHours(
  tx: Transaction,
  { since, most }: Look,
  { graceMinutes }: FraudRules['outsideOpeningHours'],
): Promise<NewAlert[]> {
  const { rows } = await sql<FoundAtMerchant & { day: string }>`
    with fresh as materialized (
      select r.merchant_id, r.place_id, r.id, r.redeemed_at, p.opening_hours, here.local,
        (extract(isodow from here.local)::int - 1) * 1440 + extract(hour from here.local)::int * 60
          + extract(minute from here.local)::int as minute
      from redemptions r
      join merchant_places p on p.id = r.place_id
      cross join lateral (select r.redeemed_at at time zone 'Africa/Nairobi' as local) here
      where r.redeemed_at > ${since} and p.opening_hours is not null
    ), found as materialized (
      select distinct on (place_id, local::date) * from fresh
      where not exists (
        select from (
          select d.kind, (d.weekday - 1) * 1440 as begins,
            (extract(epoch from d."opensAt"::time) / 60)::int as opens,
            (extract(epoch from d."closesAt"::time) / 60)::int as closes
          from jsonb_to_recordset(opening_hours) as d(weekday int, kind text, "opensAt" text, "closesAt" text)
        ) d
        where d.kind <> 'closed'
          and (minute - d.begins - coalesce(d.opens, 0) + ${graceMinutes}::int + 10080) % 10080
            <= coalesce((d.closes - d.opens + 1440) % 1440, 1440) + 2 * ${graceMinutes}::int
      )
      order by place_id, local::date, redeemed_at
    )
    select merchant_id as "merchantId", place_id as "placeId", redeemed_at as at, array[id] as redemptions, ${dayOf('redeemed_at')} as day
    from found order by redeemed_at desc limit ${most}`.execute(tx);
  return rows.map(({ day, ...row }) => ({
    ...ofMerchant(row),
    rule: 'outside_opening_hours',
    severity: 'Low',
    subject: `${day} ${row.placeId}`,
    details: { at: row.at.toISOString() },
  }));
}

/**
 * Finds shops with many redemptions within an hour; one finding per merchant and day. Counts per minute, because
 * sorting a busy shop's redemptions takes too long.
 */
export async function findShopVelocity(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['shopVelocity'],
): Promise<NewAlert[]> {
  const amountCents = centsOf(rule.amount);
  const { rows } = await sql<FoundAtMerchant & { day: string; redemptionCount: number; cents: bigint }>`
    with by_minute as materialized (
      select merchant_id, date_trunc('minute', redeemed_at) as minute, count(*) as redemptions,
        sum(amount_cents) as cents
      from redemptions
      where redeemed_at >= date_trunc('minute', ${since}::timestamptz) - interval '59 minutes'
      group by 1, 2
    ), hours as materialized (
      select merchant_id, minute,
        (sum(redemptions) over hour)::int as redemptions, (sum(cents) over hour)::bigint as cents
      from by_minute
      window hour as (
        partition by merchant_id order by minute range between interval '59 minutes' preceding and current row
      )
    ), ${newestFindings(
      sql`
        select distinct on (merchant_id, day) * from (
          select *, ${dayOf('minute')} as day from hours
          where minute >= date_trunc('minute', ${since}::timestamptz)
            and (redemptions >= ${rule.redemptions} or cents >= ${amountCents})
        ) busy
        order by merchant_id, day, cents >= ${amountCents} desc, redemptions desc, minute`,
      'minute',
      most,
    )}, ${evidenceOf(
      REDEMPTIONS,
      sql`e.merchant_id = f.merchant_id and e.at >= f.minute - interval '59 minutes'
        and e.at < f.minute + interval '1 minute'`,
      evidence,
      PLACE,
    )}
    select f.merchant_id as "merchantId", f.minute as at, f.day, f.redemptions as "redemptionCount", f.cents,
      e.place_id as "placeId", coalesce(e.ids, '{}') as redemptions
    from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
  return rows.map(({ day, redemptionCount, cents, ...row }) => ({
    ...ofMerchant(row),
    rule: 'shop_velocity',
    severity: cents >= amountCents ? 'High' : 'Medium',
    subject: day,
    details: { redemptions: redemptionCount, amount: shillingsOf(cents) },
  }));
}
