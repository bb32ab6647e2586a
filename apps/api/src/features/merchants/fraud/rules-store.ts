import { centsOf, maskMsisdn, shillingsOf, type FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import type { NewAlert } from './finding.ts';

/** Redemptions since then are new. */
type Since = Date;

export async function findRapidRedemptions(
  tx: Transaction,
  since: Since,
  rule: FraudRules['rapidRedemptions'],
): Promise<NewAlert[]> {
  const { withinMinutes, byPerson, bySystem } = rule;
  const span = sql`make_interval(mins => ${withinMinutes})`;
  const { rows } = await sql<{ merchantId: string; who: string; hour: string; name: string; count: number }>`
    with counted as (
      select merchant_id, staff_id, redeemed_at,
        count(*) over (
          partition by merchant_id, staff_id order by redeemed_at
          range between ${span} preceding and current row
        )::int as count
      from redemptions where redeemed_at > ${since}::timestamptz - ${span}
    ), most as (
      select merchant_id, staff_id, date_trunc('hour', redeemed_at) as hour, max(count) as count
      from counted where redeemed_at > ${since} group by 1, 2, 3
    )
    select most.merchant_id as "merchantId", coalesce(most.staff_id::text, 'api') as who, most.hour::text as hour,
      case when most.staff_id is null then 'Your own system' else coalesce(ms.name, m.contact_name) end as name,
      most.count
    from most
    join merchants m on m.id = most.merchant_id
    left join merchant_staff ms on ms.id = most.staff_id
    where most.count > case when most.staff_id is null then ${bySystem}::int else ${byPerson}::int end`.execute(
    tx,
  );
  return rows.map(({ merchantId, who, hour, name, count }) => ({
    merchantId,
    rule: 'rapid_redemptions',
    severity: 'Medium',
    subject: `${who} ${hour}`,
    details: { servedBy: name, count, minutes: withinMinutes },
    redemptionId: null,
  }));
}

/** Of phones with something new at a merchant. The number itself is not kept beside the alert. */
export async function findManyVouchersOnePhone(
  tx: Transaction,
  since: Since,
  rule: FraudRules['manyVouchersOnePhone'],
): Promise<NewAlert[]> {
  const { withinHours, vouchers: unusual, high } = rule;
  const { rows } = await sql<{ merchantId: string; msisdn: string; subject: string; vouchers: number }>`
    with phones as (
      select distinct r.merchant_id, v.recipient_msisdn as msisdn
      from redemptions r join vouchers v on v.id = r.voucher_id
      where r.redeemed_at > ${since} and v.recipient_msisdn is not null
    )
    select p.merchant_id as "merchantId", p.msisdn,
      encode(sha256(convert_to(p.msisdn, 'UTF8')), 'hex') || ' '
        || to_char(moment() at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as subject,
      count(distinct r.voucher_id)::int as vouchers
    from phones p
    join vouchers v on v.recipient_msisdn = p.msisdn
    join redemptions r on r.voucher_id = v.id and r.merchant_id = p.merchant_id
    where r.redeemed_at > moment() - make_interval(hours => ${withinHours}) and r.reversed_at is null
    group by 1, 2, 3 having count(distinct r.voucher_id) >= ${unusual}`.execute(tx);
  return rows.map(({ merchantId, msisdn, subject, vouchers }) => ({
    merchantId,
    rule: 'many_vouchers_one_phone',
    severity: vouchers >= high ? 'High' : 'Medium',
    subject,
    details: { phone: maskMsisdn(msisdn), vouchers, hours: withinHours },
    redemptionId: null,
  }));
}

export async function findUnusuallyLarge(
  tx: Transaction,
  since: Since,
  rule: FraudRules['unusuallyLarge'],
): Promise<NewAlert[]> {
  const { leastAmount, comparedWith, atLeast, times, high } = rule;
  const { rows } = await sql<{ merchantId: string; id: string; amountCents: bigint; usualCents: bigint }>`
    select r.merchant_id as "merchantId", r.id, r.amount_cents as "amountCents",
      usual.cents as "usualCents"
    from redemptions r
    cross join lateral (
      select count(*) as count, avg(amount_cents)::bigint as cents
      from (
        select e.amount_cents from redemptions e
        where e.merchant_id = r.merchant_id and e.reversed_at is null
          and (e.redeemed_at, e.id) < (r.redeemed_at, r.id)
        order by e.redeemed_at desc, e.id desc limit ${comparedWith}
      ) earlier
    ) usual
    where r.redeemed_at > ${since} and r.amount_cents >= ${centsOf(leastAmount)}
      and usual.count >= ${atLeast} and r.amount_cents >= usual.cents * ${times}::int`.execute(tx);
  return rows.map(({ merchantId, id, amountCents, usualCents }) => ({
    merchantId,
    rule: 'unusually_large',
    severity: amountCents >= usualCents * BigInt(high) ? 'High' : 'Medium',
    subject: id,
    details: { amount: shillingsOf(amountCents), usual: shillingsOf(usualCents) },
    redemptionId: id,
  }));
}

export type NewRedemption = { merchantId: string; id: string; redeemedAt: Date };

/** What is new at merchants that have said when they are open, with what they said. */
export async function listWithOpeningHours(
  tx: Transaction,
  since: Since,
): Promise<(NewRedemption & { openingHours: unknown })[]> {
  const { rows } = await sql<NewRedemption & { openingHours: unknown }>`
    select r.merchant_id as "merchantId", r.id, r.redeemed_at as "redeemedAt",
      m.opening_hours as "openingHours"
    from redemptions r join merchants m on m.id = r.merchant_id
    where r.redeemed_at > ${since} and m.opening_hours is not null
    order by r.redeemed_at`.execute(tx);
  return rows;
}

// A redemption is stamped when its transaction begins and seen when it commits. Looking at a minute twice is
// harmless: what is found again is the same alert.
const OVERLAP = sql`interval '1 minute'`;

/**
 * How far the rules have looked; locked, so that two processes do not look at the same.
 * @returns undefined while another process looks
 */
export async function takeWatch(tx: Transaction): Promise<Since | undefined> {
  const { rows } = await sql<{ since: Date }>`
    select looked_until - ${OVERLAP} as since from fraud_watch for update skip locked`.execute(tx);
  return rows[0]?.since;
}

export async function moveWatch(tx: Transaction): Promise<void> {
  await sql`update fraud_watch set looked_until = moment()`.execute(tx);
}
