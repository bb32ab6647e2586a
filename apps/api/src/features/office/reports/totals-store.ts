import { sql, type RawBuilder } from 'kysely';
import { closedDay } from '../../../platform/db/closed-days.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** Number and sum of the transfers with the same event and the same kinds of accounts. */
export type Total = { kind: string; debit: string; credit: string; transfers: number; amountCents: bigint };

/** First and last day in Nairobi, `yyyy-MM-dd`, both inclusive. */
export type Days = { from: string; to: string };

const beginningOf = (day: RawBuilder<unknown>) =>
  sql`((${day})::date::timestamp at time zone 'Africa/Nairobi')`;

/** First and last day in Nairobi to sum up, both inclusive. */
type Open = { from: string | null; to: string };

/** Sums the transfers of whole days from the ledger. */
export function totalsOfTransfers(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  return totalsBetween(beginningOf(from), beginningOf(sql`(${to})::date + 1`));
}

function totalsBetween(from: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select (posted_at at time zone 'Africa/Nairobi')::date as day, kind, ledger.kind_of(debit) as debit,
      ledger.kind_of(credit) as credit, count(*) as transfers, sum(amount_cents)::bigint as amount_cents
    from ledger.transfers
    where posted_at >= ${from} and posted_at < ${until}
    group by 1, 2, 3, 4`;
}

/** Sums the redemptions of whole days at each merchant, minus reversals. */
function salesOfTransfers(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select (posted_at at time zone 'Africa/Nairobi')::date as day,
      right(case kind when 'redemption' then credit else debit end, 36)::uuid as merchant_id,
      sum(case kind when 'redemption' then 1 else -1 end)::int as redemptions,
      sum(case kind when 'redemption' then amount_cents else -amount_cents end)::bigint as amount_cents
    from ledger.transfers
    where posted_at >= ${beginningOf(from)} and posted_at < ${beginningOf(sql`(${to})::date + 1`)}
      and (kind = 'redemption' or (kind = 'redemption_reversed' and debit like 'merchant:%'))
    group by 1, 2`;
}

// The day after the last day summed up, or the first day of the period if that is later.
const firstOpenDay = (from: string) => sql`(select greatest(up_to + 1, ${from}::date) from report_progress)`;

// A late reversal opens days again that have stored rows.
const isSummedUp = sql`day <= (select up_to from report_progress)`;

function totalsOf({ from, to }: Days): RawBuilder<unknown> {
  return sql`
    select day, kind, debit, credit, transfers, amount_cents from daily_totals
    where day between ${from}::date and ${to}::date and ${isSummedUp}
    union all
    ${totalsOfTransfers(firstOpenDay(from), sql`${to}::date`)}`;
}

/** Reads the totals of each day of a period; omits days without postings. */
export async function readDailyTotals(db: Db, days: Days): Promise<(Total & { day: string })[]> {
  const { rows } = await sql<Total & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, kind, debit, credit, transfers::int as transfers,
      amount_cents as "amountCents"
    from (${totalsOf(days)}) t order by day`.execute(db);
  return rows;
}

/** Reads the totals of a period, with all its days together. */
export async function readTotals(db: Db, days: Days): Promise<Total[]> {
  const { rows } = await sql<Total>`
    select kind, debit, credit, sum(transfers)::int as transfers, sum(amount_cents)::bigint as "amountCents"
    from (${totalsOf(days)}) t group by 1, 2, 3`.execute(db);
  return rows;
}

/**
 * SQL expression that counts held value as a voucher's: until a shop captures a hold, the value is still owed to the
 * voucher's holder.
 */
const ofVoucher = (side: 'debit' | 'credit') => sql`
  case when ${sql.ref(side)} = 'held' and kind in ('hold', 'redemption', 'hold_released') then 'voucher'
    else ${sql.ref(side)} end`;

/** Reads the change of all voucher or wallet balances on each day since the first transfer; positive if they grow. */
export async function readDailyChanges(
  db: Db,
  kind: 'voucher' | 'wallet',
  to: string,
): Promise<{ day: string; changeCents: bigint }[]> {
  const { rows } = await sql<{ day: string; changeCents: bigint }>`
    with changes as (
      select day, amount_cents, ${ofVoucher('debit')} as debit, ${ofVoucher('credit')} as credit
      from (${totalsOf({ from: '2000-01-01', to })}) t
    )
    select to_char(day, 'YYYY-MM-DD') as day,
      sum(case when credit = ${kind} then amount_cents else 0 end
        - case when debit = ${kind} then amount_cents else 0 end)::bigint as "changeCents"
    from changes
    where (credit = ${kind}) <> (debit = ${kind}) group by day order by day`.execute(db);
  return rows;
}

/**
 * Reads the totals of a day from midnight to the current time of day.
 * @param day in Nairobi, `yyyy-MM-dd`
 */
export async function readTotalsUntilNow(db: Db, day: string): Promise<Total[]> {
  const from = beginningOf(sql`${day}::date`);
  const today = beginningOf(sql`(moment() at time zone 'Africa/Nairobi')::date`);
  const { rows } = await sql<Total>`
    select kind, debit, credit, transfers::int as transfers, amount_cents as "amountCents"
    from (${totalsBetween(from, sql`${from} + (moment() - ${today})`)}) t`.execute(db);
  return rows;
}

export type MerchantSales = {
  merchantId: string;
  merchantCode: string;
  businessName: string;
  primaryColor: string;
  status: 'ACTIVE' | 'PENDING' | 'SUSPENDED' | 'INACTIVE';
  redemptions: number;
  amountCents: bigint;
  allRedemptions: number;
  allCents: bigint;
  merchants: number;
};

/** Ranks merchants by redemptions in a period. Without a limit, lists all merchants. */
export async function rankMerchants(
  db: Db,
  { from, to }: Days,
  limit: number | null,
): Promise<MerchantSales[]> {
  const { rows } = await sql<MerchantSales>`
    with sums as (
      select merchant_id, sum(redemptions)::int as redemptions, sum(amount_cents)::bigint as amount_cents
      from (
        select merchant_id, redemptions, amount_cents from daily_sales
        where day between ${from}::date and ${to}::date and ${isSummedUp}
        union all
        select merchant_id, redemptions, amount_cents
        from (${salesOfTransfers(firstOpenDay(from), sql`${to}::date`)}) open_days
      ) d group by merchant_id having sum(redemptions) > 0
    )
    select m.id as "merchantId", m.merchant_code as "merchantCode", m.business_name as "businessName",
      m.primary_color as "primaryColor", m.status, s.redemptions, s.amount_cents as "amountCents",
      sum(s.redemptions) over ()::int as "allRedemptions", sum(s.amount_cents) over ()::bigint as "allCents",
      count(*) over ()::int as merchants
    from sums s join merchants m on m.id = s.merchant_id
    order by s.amount_cents desc, m.business_name, m.id limit ${limit}`.execute(db);
  return rows;
}

export async function countMerchants(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from merchants`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Up to so many transfers, a month is summed up in one transaction, otherwise a day. */
const FEW_TRANSFERS = 10_000;

/**
 * Finds the next closed days that are not summed up, and locks the progress against other processes. A day closes ten
 * minutes after midnight, when every transaction that began on it has ended. The last day summed up is repeated, to be
 * safe. A late reversal sets the progress back (`reopen_day_of_reversal()`), so that its day is open again.
 * @returns undefined if no day is open, or another process is summing up
 */
export async function takeOpenDays(tx: Transaction): Promise<Open | undefined> {
  const { rows } = await sql<Open>`
    with over as (select ${closedDay} as day)
    select to_char(first.day, 'YYYY-MM-DD') as from, to_char(least(first.day + step.days, over.day), 'YYYY-MM-DD') as to
    from over, report_progress s
    cross join lateral (
      select coalesce(s.up_to, (least(
        (select min(posted_at) from ledger.transfers), (select min(redeemed_at) from redemptions)
      ) at time zone 'Africa/Nairobi')::date) as day
    ) first
    cross join lateral (
      select case when count(*) > ${FEW_TRANSFERS} then 1 else 31 end as days
      from (
        select from ledger.transfers
        where posted_at >= ${beginningOf(sql`first.day`)} and posted_at < ${beginningOf(sql`first.day + 32`)}
        limit ${FEW_TRANSFERS + 1}
      ) t
    ) step
    where s.up_to is null or s.up_to < over.day
    for update of s skip locked`.execute(tx);
  return rows[0];
}

export async function sumUp(tx: Transaction, days: { from: string; to: string }): Promise<void> {
  const from = sql`${days.from}::date`;
  const to = sql`${days.to}::date`;
  await sql`delete from daily_totals where day between ${from} and ${to}`.execute(tx);
  await sql`delete from daily_sales where day between ${from} and ${to}`.execute(tx);
  await sql`
    insert into daily_totals (day, kind, debit, credit, transfers, amount_cents)
    ${totalsOfTransfers(from, to)}`.execute(tx);
  await sql`
    insert into daily_sales (day, merchant_id, redemptions, amount_cents)
    ${salesOfTransfers(from, to)}`.execute(tx);
  await sql`delete from redemption_totals where day between ${from} and ${to}`.execute(tx);
  await sql`
    insert into redemption_totals
    select * from redemption_totals_between(${beginningOf(from)}, ${beginningOf(sql`${to} + 1`)})`.execute(
    tx,
  );
}

export async function closeDays(tx: Transaction, to: string): Promise<void> {
  await sql`update report_progress set up_to = ${to}::date`.execute(tx);
}
