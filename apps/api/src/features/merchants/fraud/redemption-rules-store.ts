import { centsOf, maskMsisdn, shillingsOf, type FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import { OWN_SYSTEM, type NewAlert } from './finding.ts';

/**
 * What a rule looks at. A rule judges each event by what had happened until then, so that it finds the same in events
 * of a moment ago and, for a preview, in those of a month.
 */
export type Look = {
  /** Events since then are judged. */
  since: Date;
  /** How many ids of what raised an alert are wanted. */
  evidence: number;
  /** At most so many alerts; null for all. */
  most: number | null;
};

/** The day of a moment in Nairobi, `2026-11-23`. */
export const dayOf = (moment: string) =>
  sql.raw(`to_char(${moment} at time zone 'Africa/Nairobi', 'YYYY-MM-DD')`);

export async function findRapidRedemptions(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['rapidRedemptions'],
): Promise<NewAlert[]> {
  const { withinMinutes, byPerson, bySystem } = rule;
  const span = sql`make_interval(mins => ${withinMinutes})`;
  const { rows } = await sql<Row & { who: string; hour: string; name: string; count: number }>`
    with counted as (
      select merchant_id, staff_id, redeemed_at, date_trunc('hour', redeemed_at) as hour,
        count(*) over (
          partition by merchant_id, staff_id order by redeemed_at
          range between ${span} preceding and current row
        )::int as count
      from redemptions where redeemed_at > ${since}::timestamptz - ${span}
    ), found as (
      select distinct on (merchant_id, staff_id, hour) * from counted
      where redeemed_at > ${since}
        and count > case when staff_id is null then ${bySystem}::int else ${byPerson}::int end
      order by merchant_id, staff_id, hour, count desc, redeemed_at
    )
    select f.merchant_id as "merchantId", coalesce(f.staff_id::text, 'api') as who, f.hour::text as hour,
      case when f.staff_id is null then ${OWN_SYSTEM} else coalesce(ms.name, m.contact_name) end as name,
      f.count, f.redeemed_at as at,
      array(
        select e.id from redemptions e
        where e.merchant_id = f.merchant_id and e.staff_id is not distinct from f.staff_id
          and e.redeemed_at between f.redeemed_at - ${span} and f.redeemed_at
        order by e.redeemed_at desc, e.id desc limit ${evidence}
      ) as redemptions
    from found f
    join merchants m on m.id = f.merchant_id
    left join merchant_staff ms on ms.id = f.staff_id
    order by f.redeemed_at desc limit ${most}`.execute(tx);
  return rows.map(({ who, hour, name, count, ...row }) => ({
    ...ofMerchant(row),
    rule: 'rapid_redemptions',
    severity: 'Medium',
    subject: `${who} ${hour}`,
    details: { servedBy: name, count, minutes: withinMinutes },
  }));
}

/** Of phones with something new at a merchant. The number itself is not kept beside the alert. */
export async function findManyVouchersOnePhone(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['manyVouchersOnePhone'],
): Promise<NewAlert[]> {
  const { withinHours, vouchers: unusual, high } = rule;
  const span = sql`make_interval(hours => ${withinHours})`;
  const { rows } = await sql<Row & { msisdn: string; subject: string; vouchers: number }>`
    with fresh as (
      select distinct r.merchant_id, v.recipient_msisdn as msisdn
      from redemptions r join vouchers v on v.id = r.voucher_id
      where r.redeemed_at > ${since} and v.recipient_msisdn is not null
    ), taken as materialized (
      select f.merchant_id, f.msisdn, r.voucher_id, r.id, r.redeemed_at
      from fresh f
      join vouchers v on v.recipient_msisdn = f.msisdn
      join redemptions r on r.voucher_id = v.id and r.merchant_id = f.merchant_id
      where r.redeemed_at > ${since}::timestamptz - ${span}
    ), counted as (
      select t.merchant_id, t.msisdn, t.redeemed_at, ${dayOf('t.redeemed_at')} as day, so_far.vouchers
      from taken t
      join (
        select merchant_id, msisdn from taken group by 1, 2 having count(distinct voucher_id) >= ${unusual}
      ) busy on busy.merchant_id = t.merchant_id and busy.msisdn = t.msisdn
      cross join lateral (
        select count(distinct e.voucher_id)::int as vouchers
        from vouchers v join redemptions e on e.voucher_id = v.id and e.merchant_id = t.merchant_id
        where v.recipient_msisdn = t.msisdn and e.redeemed_at > t.redeemed_at - ${span}
          and e.redeemed_at <= t.redeemed_at and (e.reversed_at is null or e.reversed_at > t.redeemed_at)
      ) so_far
      where t.redeemed_at > ${since} and so_far.vouchers >= ${unusual}
    ), found as (
      select distinct on (merchant_id, msisdn, day) * from counted
      order by merchant_id, msisdn, day, vouchers desc, redeemed_at
    )
    select f.merchant_id as "merchantId", f.msisdn, f.vouchers, f.redeemed_at as at,
      encode(sha256(convert_to(f.msisdn, 'UTF8')), 'hex') || ' ' || f.day as subject,
      array(
        select e.id from taken e
        where e.merchant_id = f.merchant_id and e.msisdn = f.msisdn
          and e.redeemed_at > f.redeemed_at - ${span} and e.redeemed_at <= f.redeemed_at
        order by e.redeemed_at desc, e.id desc limit ${evidence}
      ) as redemptions
    from found f order by f.redeemed_at desc limit ${most}`.execute(tx);
  return rows.map(({ msisdn, subject, vouchers, ...row }) => ({
    ...ofMerchant(row),
    rule: 'many_vouchers_one_phone',
    severity: vouchers >= high ? 'High' : 'Medium',
    subject,
    details: { phone: maskMsisdn(msisdn), vouchers, hours: withinHours },
  }));
}

export async function findUnusuallyLarge(
  tx: Transaction,
  { since, most }: Look,
  rule: FraudRules['unusuallyLarge'],
): Promise<NewAlert[]> {
  const { leastAmount, comparedWith, atLeast, times, high } = rule;
  const { rows } = await sql<Row & { id: string; amountCents: bigint; usualCents: bigint }>`
    select r.merchant_id as "merchantId", r.id, r.redeemed_at as at, array[r.id] as redemptions,
      r.amount_cents as "amountCents", usual.cents as "usualCents"
    from redemptions r
    cross join lateral (
      select count(*) as count, avg(amount_cents)::bigint as cents
      from (
        select e.amount_cents from redemptions e
        where e.merchant_id = r.merchant_id and (e.reversed_at is null or e.reversed_at > r.redeemed_at)
          and (e.redeemed_at, e.id) < (r.redeemed_at, r.id)
        order by e.redeemed_at desc, e.id desc limit ${comparedWith}
      ) earlier
    ) usual
    where r.redeemed_at > ${since} and r.amount_cents >= ${centsOf(leastAmount)}
      and usual.count >= ${atLeast} and r.amount_cents >= usual.cents * ${times}::int
    order by r.redeemed_at desc limit ${most}`.execute(tx);
  return rows.map(({ id, amountCents, usualCents, ...row }) => ({
    ...ofMerchant(row),
    rule: 'unusually_large',
    severity: amountCents >= usualCents * BigInt(high) ? 'High' : 'Medium',
    subject: id,
    details: { amount: shillingsOf(amountCents), usual: shillingsOf(usualCents) },
  }));
}

/**
 * Once for a merchant and day, about the first such redemption. Minutes are counted from Monday in Nairobi; a shop that
 * closes at an earlier hour than it opens closes on the next day.
 */
export async function findOutsideOpeningHours(
  tx: Transaction,
  { since, most }: Look,
  { graceMinutes }: FraudRules['outsideOpeningHours'],
): Promise<NewAlert[]> {
  const { rows } = await sql<Row & { day: string }>`
    with fresh as (
      select r.merchant_id, r.id, r.redeemed_at, m.opening_hours, here.local,
        (extract(isodow from here.local)::int - 1) * 1440 + extract(hour from here.local)::int * 60
          + extract(minute from here.local)::int as minute
      from redemptions r
      join merchants m on m.id = r.merchant_id
      cross join lateral (select r.redeemed_at at time zone 'Africa/Nairobi' as local) here
      where r.redeemed_at > ${since} and m.opening_hours is not null
    ), found as (
      select distinct on (merchant_id, local::date) * from fresh
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
      order by merchant_id, local::date, redeemed_at
    )
    select merchant_id as "merchantId", redeemed_at as at, array[id] as redemptions, ${dayOf('redeemed_at')} as day
    from found order by redeemed_at desc limit ${most}`.execute(tx);
  return rows.map(({ day, ...row }) => ({
    ...ofMerchant(row),
    rule: 'outside_opening_hours',
    severity: 'Low',
    subject: day,
    details: { at: row.at.toISOString() },
  }));
}

/** Once for a merchant and day. By the minute, as a busy shop has too many redemptions an hour to sort them. */
export async function findShopVelocity(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['shopVelocity'],
): Promise<NewAlert[]> {
  const amountCents = centsOf(rule.amount);
  const { rows } = await sql<Row & { day: string; redemptionCount: number; cents: bigint }>`
    with by_minute as (
      select merchant_id, date_trunc('minute', redeemed_at) as minute, count(*) as redemptions,
        sum(amount_cents) as cents
      from redemptions
      where redeemed_at >= date_trunc('minute', ${since}::timestamptz) - interval '59 minutes'
      group by 1, 2
    ), hours as (
      select merchant_id, minute, ${dayOf('minute')} as day,
        (sum(redemptions) over hour)::int as redemptions, (sum(cents) over hour)::bigint as cents
      from by_minute
      window hour as (
        partition by merchant_id order by minute range between interval '59 minutes' preceding and current row
      )
    ), found as (
      select distinct on (merchant_id, day) * from hours
      where minute >= date_trunc('minute', ${since}::timestamptz)
        and (redemptions >= ${rule.redemptions} or cents >= ${amountCents})
      order by merchant_id, day, cents >= ${amountCents} desc, redemptions desc, minute
    )
    select merchant_id as "merchantId", minute as at, day, redemptions as "redemptionCount", cents,
      array(
        select e.id from redemptions e
        where e.merchant_id = found.merchant_id and e.redeemed_at >= minute - interval '59 minutes'
          and e.redeemed_at < minute + interval '1 minute'
        order by e.redeemed_at desc, e.id desc limit ${evidence}
      ) as redemptions
    from found order by minute desc limit ${most}`.execute(tx);
  return rows.map(({ day, redemptionCount, cents, ...row }) => ({
    ...ofMerchant(row),
    rule: 'shop_velocity',
    severity: cents >= amountCents ? 'High' : 'Medium',
    subject: day,
    details: { redemptions: redemptionCount, amount: shillingsOf(cents) },
  }));
}

type Row = { merchantId: string; at: Date; redemptions: string[] };

function ofMerchant({ merchantId, at, redemptions }: Row): Pick<NewAlert, 'about' | 'at' | 'concerns'> {
  return { about: { merchantId }, at, concerns: { redemptions } };
}
