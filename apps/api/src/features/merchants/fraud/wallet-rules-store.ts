import { centsOf, shillingsOf, type FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import type { LimitName, NewAlert } from './finding.ts';
import { dayOf, evidenceOf, monthOf, newestFindings, rowsInBusyGroups, type Look } from './look-store.ts';

/**
 * Finds wallets whose money came in and was withdrawn at once; one finding per consumer and day. Any money counts that
 * came into the wallet, except a withdrawal that came back.
 */
export async function findPassThrough(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['passThrough'],
): Promise<NewAlert[]> {
  const span = sql`make_interval(hours => ${rule.withinHours})`;
  const [amountCents, highCents] = [centsOf(rule.amount), centsOf(rule.high)];
  const { rows } = await sql<{
    userId: string;
    day: string;
    at: Date;
    cents: bigint;
    claims: string[];
    withdrawals: string[];
  }>`
    with paid as materialized (
      select user_id, id, completed_at as at,
        (sum(amount_cents) over (partition by user_id order by completed_at range ${span} preceding))::bigint as cents
      from withdrawals
      where user_id in (select user_id from withdrawals where completed_at > ${since})
        and completed_at > ${since}::timestamptz - ${span}
    ), passed as materialized (
      select p.user_id, p.at, ${dayOf('p.at')} as day, least(p.cents, received.cents) as cents
      from paid p
      cross join lateral (
        select sum(t.amount_cents)::bigint as cents from ledger.transfers t
        where t.credit = 'wallet:' || p.user_id and t.kind <> 'withdrawal_released'
          and t.posted_at >= p.at - ${span} and t.posted_at <= p.at
      ) received
      where p.at > ${since} and p.cents >= ${amountCents} and received.cents >= ${amountCents}
    ), ${newestFindings(
      sql`select distinct on (user_id, day) * from passed order by user_id, day, cents desc, at`,
      'at',
      most,
    )}, ${evidenceOf(
      sql`(
        select 'claim' as kind, user_id, id, claimed_at as at from claims
        union all select 'withdrawal', user_id, id, at from paid
      ) e`,
      sql`e.user_id = f.user_id and e.at >= f.at - ${span} and e.at <= f.at`,
      evidence,
    )}
    select f.user_id as "userId", f.day, f.at, f.cents,
      array(select c.id from claims c where c.id = any(e.ids)) as claims,
      array(select w.id from paid w where w.id = any(e.ids)) as withdrawals
    from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
  return rows.map(({ userId, day, at, cents, claims, withdrawals }) => ({
    about: { userId },
    rule: 'pass_through',
    severity: cents >= highCents ? 'High' : 'Medium',
    subject: `${userId} ${day}`,
    at,
    details: { amount: shillingsOf(cents), hours: rule.withinHours },
    concerns: { claims, withdrawals, users: [userId] },
  }));
}

/**
 * Finds consumers who claimed gifts of many buyers; one finding per consumer and month. Gifts to oneself and vouchers
 * of merchants do not count.
 */
export async function findManyGivers(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['manyGivers'],
): Promise<NewAlert[]> {
  const span = sql`make_interval(days => ${rule.withinDays})`;
  const { rows } = await sql<{ userId: string; month: string; at: Date; givers: number; claims: string[] }>`
    with claimed as materialized (
      select c.user_id, c.id, c.claimed_at as at, v.buyer_id
      from claims c join vouchers v on v.id = c.voucher_id
      where c.user_id in (select user_id from claims where claimed_at > ${since})
        and c.claimed_at > ${since}::timestamptz - ${span} and v.buyer_id <> c.user_id
    ), busy as materialized (
      ${rowsInBusyGroups({ rows: 'claimed', by: ['user_id'], span, least: rule.givers })}
    ), wallets as materialized (
      select user_id, array_agg(buyer_id) as buyers, array_agg(at) as moments, array_agg(within) as withins
      from busy group by 1
    ), counted as materialized (
      select w.user_id, c.at, ${monthOf('c.at')} as month, count(distinct e.buyer_id)::int as givers
      from wallets w
      cross join unnest(w.moments, w.withins) as c (at, within)
      cross join unnest(w.buyers, w.moments) as e (buyer_id, at)
      where c.within >= ${rule.givers} and c.at > ${since} and e.at > c.at - ${span} and e.at <= c.at
      group by 1, 2
    ), ${newestFindings(
      sql`
        select distinct on (user_id, month) * from counted where givers >= ${rule.givers}
        order by user_id, month, givers desc, at`,
      'at',
      most,
    )}, ${evidenceOf(
      sql`claimed e`,
      sql`e.user_id = f.user_id and e.at > f.at - ${span} and e.at <= f.at`,
      evidence,
    )}
    select f.user_id as "userId", f.month, f.at, f.givers, coalesce(e.ids, '{}') as claims
    from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
  return rows.map(({ userId, month, at, givers, claims }) => ({
    about: { userId },
    rule: 'many_givers',
    severity: givers >= rule.high ? 'High' : 'Medium',
    subject: `${userId} ${month}`,
    at,
    details: { givers, days: rule.withinDays },
    concerns: { claims, users: [userId] },
  }));
}

/**
 * Finds consumers with several purchases, or several withdrawals, just below the same limit in force now; one finding
 * per consumer, limit and day. For the daily limit counts days whose sum came close to it.
 */
export async function findJustBelowLimit(
  tx: Transaction,
  { since, evidence, most, feesAndLimits: { limits, approvalFrom } }: Look,
  rule: FraudRules['justBelowLimit'],
): Promise<NewAlert[]> {
  const span = sql`make_interval(hours => ${rule.withinHours})`;
  const names: LimitName[] = ['transaction', 'approval', 'day'];
  const cents = [limits.maximumTransaction, approvalFrom, limits.daily].map(centsOf);
  // The sum of a day needs the whole day, of which the window may include only the end.
  const from = sql`date_trunc('day', ${since}::timestamptz - ${span}, 'Africa/Nairobi')`;
  const isJustBelow = (sum: string, limit: string) =>
    sql`${sql.ref(sum)} < ${sql.ref(limit)} and ${sql.ref(sum)} * 100 > ${sql.ref(limit)} * (100 - ${rule.percent}::int)`;
  const { rows } = await sql<{
    of: 'purchases' | 'withdrawals';
    userId: string;
    limit: LimitName;
    day: string;
    at: Date;
    count: number;
    cents: bigint;
    limitCents: bigint;
    ids: string[];
  }>`
    with limits as materialized (
      select * from unnest(${names}::text[], ${cents}::bigint[]) as l (name, limit_cents)
    ), paid as materialized (
      select 'purchases' as of, buyer_id as user_id, id, completed_at as at, amount_cents as cents,
        (completed_at at time zone 'Africa/Nairobi')::date as day
      from purchases
      where buyer_id in (select buyer_id from purchases where completed_at > ${since}) and completed_at >= ${from}
      union all
      select 'withdrawals', user_id, id, completed_at, amount_cents,
        (completed_at at time zone 'Africa/Nairobi')::date
      from withdrawals
      where user_id in (select user_id from withdrawals where completed_at > ${since}) and completed_at >= ${from}
    ), days as materialized (
      select user_id, of, day, row_number() over () as n from paid group by 1, 2, 3
      having sum(cents) * 100 > (select limit_cents * (100 - ${rule.percent}::int) from limits where name = 'day')
    ), summed as materialized (
      select d.of, d.user_id, p.id, p.at, d.day, (sum(p.cents) over (partition by d.n order by p.at, p.id))::bigint as cents
      from days d
      cross join lateral (select day::timestamp at time zone 'Africa/Nairobi' as begins) today
      cross join lateral (
        select id, completed_at as at, amount_cents as cents from purchases
        where d.of = 'purchases' and buyer_id = d.user_id
          and completed_at >= today.begins and completed_at < today.begins + interval '1 day'
        union all
        select id, completed_at, amount_cents from withdrawals
        where d.of = 'withdrawals' and user_id = d.user_id
          and completed_at >= today.begins and completed_at < today.begins + interval '1 day'
      ) p
    ), below as materialized (
      select p.of, p.user_id, p.id, p.at, p.day, p.cents, l.name, l.limit_cents
      from paid p join limits l on ${isJustBelow('p.cents', 'l.limit_cents')}
      where l.name <> 'day'
      union all
      select * from (
        select distinct on (s.user_id, s.of, s.day) s.*, l.name, l.limit_cents
        from summed s join limits l on ${isJustBelow('s.cents', 'l.limit_cents')}
        where l.name = 'day' order by s.user_id, s.of, s.day, s.at, s.id
      ) first_of_day
    ), counted as materialized (
      select *, (count(*) over earlier)::int as count, (sum(cents) over earlier)::bigint as sum_cents
      from below
      window earlier as (partition by user_id, of, name order by at range ${span} preceding)
    ), ${newestFindings(
      sql`
        select distinct on (user_id, of, name, day) * from counted
        where at > ${since} and count >= ${rule.times}
        order by user_id, of, name, day, count desc, at`,
      'at',
      most,
    )}, ${evidenceOf(
      sql`paid e`,
      sql`e.of = f.of and e.user_id = f.user_id and e.at >= f.at - ${span} and e.at <= f.at
        and (f.name = 'day' or exists (select from below b where b.id = e.id and b.name = f.name))`,
      evidence,
    )}
    select f.of, f.user_id as "userId", f.name as limit, f.day::text, f.at, f.count, f.sum_cents as cents,
      f.limit_cents as "limitCents", coalesce(e.ids, '{}') as ids
    from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
  return rows.map(({ of, userId, limit, day, at, count, cents: sum, limitCents, ids }) => ({
    about: { userId },
    rule: 'just_below_limit',
    severity: 'Medium',
    subject: `${of} ${limit} ${userId} ${day}`,
    at,
    details: {
      of,
      limit,
      count,
      amount: shillingsOf(sum),
      limitAmount: shillingsOf(limitCents),
      percent: rule.percent,
      hours: rule.withinHours,
    },
    concerns: { [of]: ids, users: [userId] },
  }));
}
