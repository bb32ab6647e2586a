import { centsOf, shillingsOf, type FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import type { NewAlert } from './finding.ts';
import { dayOf, evidenceOf, newestFindings, type Look } from './look-store.ts';

/**
 * Finds many wrong voucher codes by one caller, at one merchant, or from one IP address at any merchant. Returns one
 * finding per caller, merchant or address and day.
 */
export async function findWrongCodes(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['wrongCodes'],
): Promise<NewAlert[]> {
  const { withinHours, byOne, byShop, byAddress } = rule;
  const span = sql`make_interval(hours => ${withinHours})`;
  const { rows } = await sql<{
    of: 'one' | 'shop' | 'address';
    merchantId: string;
    placeId: string | null;
    staffId: string | null;
    keyId: string | null;
    name: string | null;
    address: string;
    codes: number;
    at: Date;
    day: string;
    wrongCodes: string[];
  }>`
    with tries as materialized (
      select *, ${dayOf('at')} as day,
        (count(*) over (partition by merchant_id, staff_id, key_id order by at range ${span} preceding))::int as by_one,
        (count(*) over (partition by merchant_id order by at range ${span} preceding))::int as by_shop,
        (count(*) over (partition by address order by at range ${span} preceding))::int as by_address
      from wrong_codes where at > ${since}::timestamptz - ${span}
    ), counted as materialized (
      select 'one' as of, coalesce(staff_id, key_id, merchant_id)::text as who, by_one as codes, tries.* from tries
      where by_one >= ${byOne}
      union all
      select 'shop', '', by_shop, tries.* from tries where by_shop >= ${byShop}
      union all
      select 'address', address, by_address, tries.* from tries where by_address >= ${byAddress}
    ), ${newestFindings(
      sql`
        select distinct on (of, merchant_id, who, day) * from counted where at > ${since}
        order by of, merchant_id, who, day, codes desc, at`,
      'at',
      most,
    )}, ${evidenceOf(
      sql`tries e`,
      sql`e.at > f.at - ${span} and e.at <= f.at
        and case f.of when 'address' then e.address = f.address
          when 'shop' then e.merchant_id = f.merchant_id
          else e.merchant_id = f.merchant_id and e.staff_id is not distinct from f.staff_id
            and e.key_id is not distinct from f.key_id end`,
      evidence,
    )}
    select f.of, f.merchant_id as "merchantId", f.staff_id as "staffId", f.key_id as "keyId", f.address, f.codes, f.at, f.day,
      case when f.key_id is not null then 'The API key “' || k.name || '”'
        when f.staff_id is null then 'The merchant API' else coalesce(ms.name, m.contact_name) end as name,
      case f.of when 'one' then coalesce(ms.place_id, k.place_id) end as "placeId", coalesce(e.ids, '{}') as "wrongCodes"
    from found f
    join merchants m on m.id = f.merchant_id
    left join merchant_staff ms on ms.id = f.staff_id
    left join merchant_api_keys k on k.id = f.key_id
    left join evidence e on e.n = f.n
    order by f.n`.execute(tx);
  return rows.map(
    ({ of, merchantId, placeId, staffId, keyId, name, address, codes, at, day, wrongCodes }) => ({
      about: { merchantId },
      placeId,
      rule: 'wrong_codes',
      severity: 'High',
      subject: {
        one: `${day} ${staffId ?? keyId ?? merchantId}`,
        shop: `${day} shop`,
        address: `${day} ${address}`,
      }[of],
      at,
      details: {
        of,
        codes,
        hours: withinHours,
        by: { one: name ?? undefined, shop: undefined, address }[of],
      },
      concerns: { wrongCodes },
    }),
  );
}

/** Finds buyers of many gifts, each gift of a basket counted; one finding per buyer and day. */
export async function findBuyerVelocity(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['buyerVelocity'],
): Promise<NewAlert[]> {
  const span = sql`make_interval(hours => ${rule.withinHours})`;
  const amountCents = centsOf(rule.amount);
  const { rows } = await sql<{
    userId: string;
    day: string;
    at: Date;
    count: number;
    cents: bigint;
    purchases: string[];
  }>`
    with paid as materialized (
      select p.buyer_id, p.id, p.completed_at, p.amount_cents, p.gift_count
      from purchases p
      where p.buyer_id in (select buyer_id from purchases where completed_at > ${since})
        and p.completed_at > ${since}::timestamptz - ${span}
    ), counted as materialized (
      select *, (sum(gift_count) over earlier)::int as count, (sum(amount_cents) over earlier)::bigint as cents from paid
      window earlier as (partition by buyer_id order by completed_at range ${span} preceding)
    ), ${newestFindings(
      sql`
        select distinct on (buyer_id, day) * from (
          select *, ${dayOf('completed_at')} as day from counted
          where completed_at > ${since} and (count >= ${rule.purchases} or cents >= ${amountCents})
        ) busy
        order by buyer_id, day, cents >= ${amountCents} desc, count desc, completed_at`,
      'completed_at',
      most,
    )}, ${evidenceOf(
      sql`(select id, buyer_id, completed_at as at from paid) e`,
      sql`e.buyer_id = f.buyer_id and e.at >= f.completed_at - ${span} and e.at <= f.completed_at`,
      evidence,
    )}
    select f.buyer_id as "userId", f.day, f.completed_at as at, f.count, f.cents, coalesce(e.ids, '{}') as purchases
    from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
  return rows.map(({ userId, day, at, count, cents, purchases }) => ({
    about: { userId },
    rule: 'buyer_velocity',
    severity: cents >= amountCents ? 'High' : 'Medium',
    subject: `${userId} ${day}`,
    at,
    details: { purchases: count, amount: shillingsOf(cents), hours: rule.withinHours },
    concerns: { purchases, users: [userId] },
  }));
}

/**
 * Finds many refunds or reversals by a merchant, for a buyer or by an administrator; one finding each per day. A
 * reversal counts on the day of its redemption.
 */
export async function findManyRefunds(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['manyRefunds'],
): Promise<NewAlert[]> {
  const span = sql`make_interval(hours => ${rule.withinHours})`;
  const from = sql`${since}::timestamptz - ${span}`;
  const { rows } = await sql<{
    of: 'merchant' | 'buyer' | 'administrator';
    who: string;
    day: string;
    at: Date;
    count: number;
    cents: bigint;
    placeId: string | null;
    ids: string[];
  }>`
    with undone as materialized (
      select 'merchant' as of, merchant_id as who, id, amount_cents, reversed_at as at, place_id from redemptions
      where reversed_at > ${from} and redeemed_at > ${from} - interval '1 day'
      union all
      select 'buyer', buyer_id, id, amount_cents, created_at, null from refunds
      where created_at > ${from} and buyer_id is not null
      union all
      select 'administrator', requested_by, id, amount_cents, created_at, null from refunds
      where created_at > ${from} and requested_by is not null
    ), counted as materialized (
      select *, ${dayOf('at')} as day, (count(*) over earlier)::int as count,
        (sum(amount_cents) over earlier)::bigint as cents
      from undone window earlier as (partition by of, who order by at range ${span} preceding)
    ), ${newestFindings(
      sql`
        select distinct on (of, who, day) * from counted
        where at > ${since} and count >= case of when 'merchant' then ${rule.ofMerchant}::int
          when 'buyer' then ${rule.ofBuyer}::int else ${rule.byAdministrator}::int end
        order by of, who, day, count desc, at`,
      'at',
      most,
    )}, ${evidenceOf(
      sql`undone e`,
      sql`e.of = f.of and e.who = f.who and e.at >= f.at - ${span} and e.at <= f.at`,
      evidence,
      sql`e.place_id`,
    )}
    select f.of, f.who, f.day, f.at, f.count, f.cents, e.place_id as "placeId", coalesce(e.ids, '{}') as ids
    from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
  return rows.map(({ of, who, day, at, count, cents, placeId, ids }) => ({
    placeId,
    about: { merchant: { merchantId: who }, buyer: { userId: who }, administrator: { administratorId: who } }[
      of
    ],
    rule: 'many_refunds',
    severity: of === 'administrator' ? 'High' : 'Medium',
    subject: `${of} ${who} ${day}`,
    at,
    details: { of, count, amount: shillingsOf(cents), hours: rule.withinHours },
    concerns: of === 'merchant' ? { redemptions: ids } : { refunds: ids, users: of === 'buyer' ? [who] : [] },
  }));
}
