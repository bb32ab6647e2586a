import { maskMsisdn, type FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import type { NewAlert } from './finding.ts';
import {
  dayOf,
  evidenceOf,
  monthOf,
  newestFindings,
  ofMerchant,
  rowsInBusyGroups,
  type FoundAtMerchant,
  type Look,
} from './look-store.ts';

/**
 * Finds phones that receive many vouchers at one merchant, including a new one. The finding omits the phone number.
 * The query goes from phone to voucher to redemption, and compares only rows of the same phone. A single join would
 * compare all of a merchant's redemptions with each other.
 */
export async function findManyVouchersOnePhone(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['manyVouchersOnePhone'],
): Promise<NewAlert[]> {
  const { withinHours, vouchers: unusual, high } = rule;
  const span = sql`make_interval(hours => ${withinHours})`;
  const { rows } = await sql<FoundAtMerchant & { msisdn: string; subject: string; vouchers: number }>`
    with fresh as materialized (
      select distinct r.merchant_id, v.recipient_msisdn as msisdn
      from redemptions r join vouchers v on v.id = r.voucher_id
      where r.redeemed_at > ${since} and v.recipient_msisdn is not null
    ), theirs as materialized (
      select f.merchant_id, f.msisdn, v.id from fresh f join vouchers v on v.recipient_msisdn = f.msisdn
    ), redeemed as materialized (
      select t.merchant_id, t.msisdn, r.voucher_id, r.id, r.place_id, r.redeemed_at as at, r.reversed_at,
        r.merchant_id = t.merchant_id as is_there
      from theirs t join redemptions r on r.voucher_id = t.id
    ), taken as materialized (
      select * from redeemed where is_there and at > ${since}::timestamptz - ${span}
    ), busy as materialized (
      ${rowsInBusyGroups({ rows: 'taken', by: ['merchant_id', 'msisdn'], span, least: unusual })}
    ), phones as materialized (
      select merchant_id, msisdn, array_agg(id) as ids, array_agg(voucher_id) as vouchers,
        array_agg(at) as moments, array_agg(reversed_at) as reversals, array_agg(within) as withins
      from busy group by 1, 2
    ), counted as materialized (
      select p.merchant_id, p.msisdn, t.redeemed_at, ${dayOf('t.redeemed_at')} as day,
        count(distinct e.voucher_id)::int as vouchers
      from phones p
      cross join unnest(p.ids, p.moments, p.withins) as t (id, redeemed_at, within)
      cross join unnest(p.vouchers, p.moments, p.reversals) as e (voucher_id, redeemed_at, reversed_at)
      where t.within >= ${unusual} and t.redeemed_at > ${since} and e.redeemed_at > t.redeemed_at - ${span} and e.redeemed_at <= t.redeemed_at
        and (e.reversed_at is null or e.reversed_at > t.redeemed_at)
      group by t.id, 1, 2, 3 having count(distinct e.voucher_id) >= ${unusual}
    ), ${newestFindings(
      sql`
        select distinct on (merchant_id, msisdn, day) * from counted
        order by merchant_id, msisdn, day, vouchers desc, redeemed_at`,
      'redeemed_at',
      most,
    )}, ${evidenceOf(
      sql`taken e`,
      sql`e.merchant_id = f.merchant_id and e.msisdn = f.msisdn
        and e.at > f.redeemed_at - ${span} and e.at <= f.redeemed_at`,
      evidence,
      sql`e.place_id`,
    )}
    select e.place_id as "placeId", f.merchant_id as "merchantId", f.msisdn, f.vouchers, f.redeemed_at as at,
      encode(sha256(convert_to(f.msisdn, 'UTF8')), 'hex') || ' ' || f.day as subject,
      coalesce(e.ids, '{}') as redemptions
    from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
  return rows.map(({ msisdn, subject, vouchers, ...row }) => ({
    ...ofMerchant(row),
    rule: 'many_vouchers_one_phone',
    severity: vouchers >= high ? 'High' : 'Medium',
    subject,
    details: { phone: maskMsisdn(msisdn), vouchers, hours: withinHours },
  }));
}

/**
 * Finds phone numbers that many accounts verified or received payments at, or that paid for many buyers. Returns one
 * finding per number and month.
 */
export async function findSharedPhones(
  tx: Transaction,
  look: Look,
  rule: FraudRules['sharedPhone'],
): Promise<NewAlert[]> {
  const span = sql`make_interval(days => ${rule.withinDays})`;
  const accounts = sql`
    select msisdn, user_id, proven_at as at from proven_phones
    union all
    select msisdn, user_id, pending_since from withdrawals where status <> 'REGISTERED'`;
  const buyers = sql`select payer_msisdn as msisdn, buyer_id as user_id, completed_at as at from purchases
    where paid_by = 'mpesa'`;
  return [
    ...(await sharedBy('accounts', accounts, rule.accounts)),
    ...(await sharedBy('buyers', buyers, rule.buyers)),
  ];

  async function sharedBy(of: 'accounts' | 'buyers', uses: ReturnType<typeof sql>, least: number) {
    const { since, evidence, most } = look;
    // An erased account keeps only a masked number. Equal masks may be different numbers.
    const { rows } = await sql<{
      msisdn: string;
      userId: string;
      month: string;
      key: string;
      at: Date;
      count: number;
      users: string[];
    }>`
      with used as materialized (
        select u.* from (${uses}) u
        where u.msisdn in (select msisdn from (${uses}) f where f.at > ${since})
          and u.at > ${since}::timestamptz - ${span} and u.msisdn ~ '^254[17][0-9]{8}$'
      ), busy as materialized (
        ${rowsInBusyGroups({ rows: 'used', by: ['msisdn'], span, least })}
      ), phones as materialized (
        select msisdn, array_agg(user_id) as users, array_agg(at) as moments, array_agg(within) as withins
        from busy group by 1
      ), counted as materialized (
        select p.msisdn, u.user_id, u.at, ${monthOf('u.at')} as month,
          count(distinct e.user_id)::int as count
        from phones p
        cross join unnest(p.users, p.moments, p.withins) as u (user_id, at, within)
        cross join unnest(p.users, p.moments) as e (user_id, at)
        where u.within >= ${least} and u.at > ${since} and e.at > u.at - ${span} and e.at <= u.at
        group by 1, 2, 3
      ), ${newestFindings(
        sql`
          select distinct on (msisdn, month) * from counted where count >= ${least}
          order by msisdn, month, count desc, at`,
        'at',
        most,
      )}, ${evidenceOf(
        sql`(select msisdn, user_id as id, at from busy) e`,
        sql`e.msisdn = f.msisdn and e.at > f.at - ${span} and e.at <= f.at`,
        evidence,
      )}
      select f.msisdn, f.user_id as "userId", f.month, f.at, f.count,
        encode(sha256(convert_to(f.msisdn, 'UTF8')), 'hex') as key,
        coalesce(e.ids, '{}') as users
      from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
    return rows.map(({ msisdn, userId, month, key, at, count, users }): NewAlert => ({
      about: { userId },
      rule: 'shared_phone',
      severity: 'Medium',
      subject: `${of} ${key} ${month}`,
      at,
      details: { of, phone: maskMsisdn(msisdn), count, days: rule.withinDays },
      concerns: { users },
    }));
  }
}
