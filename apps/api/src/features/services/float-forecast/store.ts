import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export const OBSERVED_DAYS = 7;

const isPaidOut = sql`o.state = 'SUCCEEDED' and o.kind in ('withdrawal', 'settlement')`;

export type Paid = { hoursAgo: number; cents: bigint; withdrawalCents: bigint };

/** Sums what M-PESA paid out in each hour of the last days. Hours without a pay-out are omitted. */
export async function readPaidByHour(db: Db): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select floor(extract(epoch from moment() - o.ended_at) / 3600)::int as "hoursAgo",
      sum(o.amount_cents)::bigint as cents,
      coalesce(sum(o.amount_cents) filter (where o.kind = 'withdrawal'), 0)::bigint as "withdrawalCents"
    from orders o
    where ${isPaidOut} and o.ended_at > moment() - make_interval(days => ${OBSERVED_DAYS})
      and o.ended_at <= moment()
    group by 1`.execute(db);
  return rows;
}

/** SQL for the merchant's next scheduled settlement. Nairobi has no daylight saving time. */
const isDueByTomorrow = sql`(
  m.settlement_frequency = 'daily'
  or m.settlement_weekday in (
    extract(isodow from moment() at time zone 'Africa/Nairobi'),
    extract(isodow from (moment() + interval '1 day') at time zone 'Africa/Nairobi')
  )
)`;

/**
 * Sums the settlements that M-PESA has to pay until the end of tomorrow: what merchants with a scheduled time until then
 * have earned, and batches that were made but not paid. Fees are included, so it is at most a little too much.
 * @param bankRoute `file`: M-PESA pays no bank account
 */
export async function readDueSettlements(db: Db, bankRoute: 'pay-bill' | 'file'): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    with due as (
      select m.id from merchants m
      join lateral (
        select c.kind from merchant_payout_channels c
        where c.merchant_id = m.id and c.ended_at is null and c.effective_at <= moment()
        order by c.version desc limit 1
      ) channel on channel.kind <> 'bank' or ${bankRoute === 'pay-bill'}
      where m.status = 'ACTIVE' and m.settlements_held_since is null and ${isDueByTomorrow}
    ), earned as (
      select substr(account, length('merchant:') + 1)::uuid as merchant_id, cents
      from ledger.read_balances(
        (select array_agg(null::uuid) from due), (select array_agg('merchant:' || id) from due)
      )
    ), made as (
      select merchant_id, sum(amount_cents)::bigint as cents from settlements
      where status = 'PENDING' and method <> 'bank-file' group by merchant_id
    )
    select coalesce(sum(greatest(earned.cents, made.cents, 0)), 0)::bigint as cents
    from earned full join made using (merchant_id)`.execute(db);
  return rows[0]?.cents ?? 0n;
}

export type Balance = {
  answeredAt: Date;
  payoutCents: bigint;
  paidSinceCents: bigint;
  underWayCents: bigint;
};

/**
 * Reads the latest balance of M-PESA's pay-out account, what it has paid out since then, and what it is paying out.
 * @returns undefined before M-PESA's first answer
 */
export async function readLatestBalance(db: Db): Promise<Balance | undefined> {
  const { rows } = await sql<Balance>`
    select f.answered_at as "answeredAt", f.payout_theirs_cents as "payoutCents",
      (select coalesce(sum(o.amount_cents), 0)::bigint from orders o
        where ${isPaidOut} and o.ended_at > f.answered_at) as "paidSinceCents",
      (select coalesce(sum(o.amount_cents), 0)::bigint from orders o
        where o.state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN') and o.kind in ('withdrawal', 'settlement'))
        as "underWayCents"
    from float_checks f where f.answered_at is not null order by f.at desc, f.id desc limit 1`.execute(db);
  return rows[0];
}
