import { sql, type RawBuilder } from 'kysely';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';

const today = sql`date_trunc('day', moment(), 'Africa/Nairobi')`;

type AllTime = { redeemedCents: bigint; vouchers: number };

/**
 * What was redeemed here before today, which changes no more: a redemption is only reversed on its own day. Read again
 * every ten minutes at most, because a busy merchant has a million of them.
 */
const closedDays = cachePerDatabase<AllTime>({
  load: (db, key) => readAllTime(db, key.slice(0, UUID_LENGTH), sql`r.redeemed_at < ${today}`),
  maximumAgeMs: 600_000,
  maximumEntries: 1_000,
});
const UUID_LENGTH = 36;

/**
 * Everything that was ever redeemed here and not reversed, and how many vouchers that were, those included that the
 * merchant has made itself and that are unredeemed.
 * @param day of today, so that midnight closes another day
 */
export async function readTotals(db: Db, merchantId: string, day: string): Promise<AllTime> {
  const isNewHere = sql`r.redeemed_at >= ${today} and not exists (
    select from redemptions earlier
    where earlier.cell = r.cell and earlier.voucher_id = r.voucher_id and earlier.merchant_id = r.merchant_id
      and earlier.redeemed_at < ${today} and earlier.reversed_at is null
  )`;
  const [closed, fresh, ofToday, unused] = await Promise.all([
    closedDays(db).read(`${merchantId}/${day}`),
    readAllTime(db, merchantId, isNewHere),
    readAllTime(db, merchantId, sql`r.redeemed_at >= ${today}`),
    countUnused(db, merchantId),
  ]);
  return {
    redeemedCents: closed.redeemedCents + ofToday.redeemedCents,
    vouchers: closed.vouchers + fresh.vouchers + unused,
  };
}

async function readAllTime(db: Db, merchantId: string, which: RawBuilder<unknown>): Promise<AllTime> {
  const { rows } = await sql<AllTime>`
    select coalesce(sum(r.amount_cents), 0)::bigint as "redeemedCents",
      count(distinct r.voucher_id)::int as vouchers
    from redemptions r
    where r.merchant_id = ${merchantId} and r.reversed_at is null and ${which}`.execute(db);
  return rows[0] ?? { redeemedCents: 0n, vouchers: 0 };
}

async function countUnused(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vouchers v
    where v.issuer_merchant_id = ${merchantId}
      and not exists (
        select from redemptions r where r.cell = v.cell and r.voucher_id = v.id and r.reversed_at is null
      )`.execute(db);
  return rows[0]?.count ?? 0;
}

export type Day = { day: string; count: number; amountCents: bigint };

/** The last days in Nairobi with what was redeemed and not reversed, today last. */
export async function readDays(db: Db, merchantId: string, count: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select to_char(d.day, 'YYYY-MM-DD') as day, count(r.id)::int as count,
      coalesce(sum(r.amount_cents), 0)::bigint as "amountCents"
    from (
      select (moment() at time zone 'Africa/Nairobi')::date - n as day from generate_series(0, ${count - 1}::int) n
    ) d
    left join redemptions r on r.merchant_id = ${merchantId} and r.reversed_at is null
      and r.redeemed_at >= d.day::timestamp at time zone 'Africa/Nairobi'
      and r.redeemed_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi'
    group by d.day order by d.day`.execute(db);
  return rows;
}

/** In batches that are not paid out yet. */
export async function readBatchedCents(db: Db, merchantId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from settlements
    where merchant_id = ${merchantId} and status in ('PENDING', 'PROCESSING')`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/** What the staff of a merchant have done, besides what other features know. */
export async function readFirstSteps(
  db: Db,
  merchantId: string,
): Promise<{ hasRedeemed: boolean; hasStaff: boolean }> {
  const { rows } = await sql<{ hasRedeemed: boolean; hasStaff: boolean }>`
    select
      exists (select 1 from redemptions where merchant_id = ${merchantId}) as "hasRedeemed",
      exists (
        select 1 from merchant_staff where merchant_id = ${merchantId} and staff_role <> 'owner'
      ) as "hasStaff"`.execute(db);
  return rows[0] ?? { hasRedeemed: false, hasStaff: false };
}
