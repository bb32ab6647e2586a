import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Person } from './activity-store.ts';

export async function readTotals(
  db: Db,
  person: Person,
): Promise<{ depositedCents: bigint; bought: number; received: number }> {
  const { rows } = await sql<{ depositedCents: bigint; bought: number; received: number }>`
    select
      (select coalesce(sum(amount_cents), 0)::bigint from purchases
        where buyer_id = ${person.userId} and status = 'COMPLETED' and paid_by = 'mpesa') as "depositedCents",
      (select coalesce(sum(gift_count), 0)::int from purchases
        where buyer_id = ${person.userId} and status = 'COMPLETED') as bought,
      (select count(*)::int from vouchers v
        where (v.recipient_msisdn = ${person.msisdn} or v.recipient_email = ${person.email})
          and (v.closed_as = 'CLAIMED' or exists (select from redemptions r where r.voucher_id = v.id))) as received
    `.execute(db);
  return rows[0] ?? { depositedCents: 0n, bought: 0, received: 0 };
}

/** Figures of a user's money in one month, in Nairobi time. */
export type Month = {
  /** `yyyy-MM` */
  month: string;
  begins: Date;
  /** Price of all gifts, also of those paid from the wallet. */
  paidInCents: bigint;
  /** Money that came by M-PESA. */
  depositedCents: bigint;
  /** Number of gifts; a basket has several. */
  bought: number;
  /** Number of gifts sent by the user that were claimed or spent for the first time in this month. */
  firstUsed: number;
  claimedCents: bigint;
  spentCents: bigint;
  withdrawnCents: bigint;
};

/** Reads the figures of the last months, the current month last. */
export async function readMonths(db: Db, person: Person, count: number): Promise<Month[]> {
  const { userId, msisdn, email } = person;
  const { rows } = await sql<Month>`
    with months as (
      select to_char(local, 'YYYY-MM') as month, local at time zone 'Africa/Nairobi' as begins,
        (local + interval '1 month') at time zone 'Africa/Nairobi' as ends
      from generate_series(
        date_trunc('month', moment() at time zone 'Africa/Nairobi') - make_interval(months => ${count - 1}),
        date_trunc('month', moment() at time zone 'Africa/Nairobi'),
        interval '1 month'
      ) as local
    ), since as (
      select min(begins) as first from months
    ), mine as (
      select id, closed_as, closed_at from vouchers
      where recipient_msisdn = ${msisdn} or recipient_email = ${email}
    ), spent as (
      select r.redeemed_at as at, r.amount_cents from since, mine join redemptions r on r.voucher_id = mine.id
      where r.redeemed_at >= since.first and r.reversed_at is null
    ), used as (
      select least(
        case when closed_as = 'CLAIMED' then closed_at end,
        (select min(r.redeemed_at) from redemptions r where r.voucher_id = mine.id)
      ) as at from mine
    ), bought as (
      select completed_at as at, amount_cents, gift_count, paid_by from purchases, since
      where buyer_id = ${userId} and status = 'COMPLETED' and coalesce(completed_at, pending_since) >= since.first
    ), claimed as (
      select claimed_at as at, amount_cents from claims, since
      where user_id = ${userId} and claimed_at >= since.first
    ), withdrawn as (
      select settled_at as at, amount_cents from withdrawals, since
      where user_id = ${userId} and status = 'COMPLETED' and coalesce(settled_at, pending_since) >= since.first
    )
    select month, begins,
      (select coalesce(sum(amount_cents), 0)::bigint from bought where at >= begins and at < ends) as "paidInCents",
      (select coalesce(sum(amount_cents) filter (where paid_by = 'mpesa'), 0)::bigint from bought
        where at >= begins and at < ends) as "depositedCents",
      (select coalesce(sum(gift_count), 0)::int from bought where at >= begins and at < ends) as bought,
      (select count(*)::int from used where at >= begins and at < ends) as "firstUsed",
      (select coalesce(sum(amount_cents), 0)::bigint from claimed where at >= begins and at < ends) as "claimedCents",
      (select coalesce(sum(amount_cents), 0)::bigint from spent where at >= begins and at < ends) as "spentCents",
      (select coalesce(sum(amount_cents), 0)::bigint from withdrawn
        where at >= begins and at < ends) as "withdrawnCents"
    from months order by begins`.execute(db);
  return rows;
}
