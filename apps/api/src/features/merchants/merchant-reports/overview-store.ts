import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import {
  beginningOf,
  isAtPlace,
  isOpen,
  isSummedUp,
  linesOf,
  readSummedUpTo,
  type Where,
} from './redemption-totals-store.ts';

type AllTime = { redeemedCents: bigint; vouchers: number };

/**
 * Sums all redemptions at this merchant that were not reversed. Counts their vouchers, plus unredeemed vouchers that
 * the merchant has issued. For a place: counts the vouchers whose first redemption was there.
 */
export async function readTotals(db: Db, where: Where): Promise<AllTime> {
  const isWhole = where.placeId === undefined;
  const [redeemed, unused] = await Promise.all([
    readAllTime(db, where),
    isWhole ? countUnused(db, where.merchantId) : 0,
  ]);
  return { redeemedCents: redeemed.redeemedCents, vouchers: redeemed.vouchers + unused };
}

async function readAllTime(db: Db, where: Where): Promise<AllTime> {
  const { merchantId, placeId } = where;
  const upTo = await readSummedUpTo(db);
  const { rows } = await sql<AllTime>`
    select coalesce(sum(cents), 0)::bigint as "redeemedCents", coalesce(sum(vouchers), 0)::int as vouchers
    from (
      select redeemed_cents - reversed_cents as cents, new_vouchers as vouchers
      from redemption_totals where ${isSummedUp(where, {}, upTo)}
      union all
      select sum(r.amount_cents), count(distinct r.voucher_id) filter (where earlier.id is null)
      from redemptions r
      left join lateral (
        select id from redemptions
        where voucher_id = r.voucher_id and merchant_id = r.merchant_id and reversed_at is null
          and redeemed_at < ${beginningOf(upTo)} + interval '1 day'
        limit 1
      ) earlier on true
      where r.merchant_id = ${merchantId} and ${placeId ? isAtPlace(merchantId, placeId) : sql`true`}
        and r.reversed_at is null and ${isOpen(upTo)}
    ) parts`.execute(db);
  return rows[0] ?? { redeemedCents: 0n, vouchers: 0 };
}

async function countUnused(db: Db, merchantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vouchers v
    where v.issuer_merchant_id = ${merchantId}
      and not exists (
        select from redemptions r where r.voucher_id = v.id and r.reversed_at is null
      )`.execute(db);
  return rows[0]?.count ?? 0;
}

export type Day = { day: string; count: number; amountCents: bigint };

/**
 * Lists the days of a range in order, each with its unreversed redemptions.
 * @param days in Nairobi, `yyyy-MM-dd`, both included
 */
export async function readDays(db: Db, where: Where, days: { from: string; to: string }): Promise<Day[]> {
  const upTo = await readSummedUpTo(db);
  const { rows } = await sql<Day>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(l.redemptions - l.reversals), 0)::int as count,
      coalesce(sum(l.redeemed_cents - l.reversed_cents), 0)::bigint as "amountCents"
    from (
      select ${days.from}::date + n as day from generate_series(0, ${days.to}::date - ${days.from}::date) n
    ) d
    left join (${linesOf(where, days, upTo)}) l on l.day = d.day
    group by d.day order by d.day`.execute(db);
  return rows;
}

/** Sums the merchant's settlement batches that are not paid out yet. */
export async function readBatchedCents(db: Db, merchantId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from settlements
    where merchant_id = ${merchantId} and status in ('PENDING', 'PROCESSING')`.execute(db);
  return rows[0]?.cents ?? 0n;
}

/** Reads two of a merchant's first steps: whether it has redeemed a voucher, and whether it has added staff. */
export async function readFirstSteps(
  db: Db,
  merchantId: string,
): Promise<{ hasRedeemed: boolean; hasStaff: boolean }> {
  const { rows } = await sql<{ hasRedeemed: boolean; hasStaff: boolean }>`
    select
      exists (select 1 from redemptions where merchant_id = ${merchantId}) as "hasRedeemed",
      exists (
        select 1 from merchant_staff where merchant_id = ${merchantId} and role <> 'owner'
      ) as "hasStaff"`.execute(db);
  return rows[0] ?? { hasRedeemed: false, hasStaff: false };
}
