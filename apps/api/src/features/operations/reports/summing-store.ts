import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import { salesOfTransfers, totalsOfTransfers } from './totals-store.ts';

/** Days in Nairobi that are to be summed up, both included. */
type Open = { from: string | null; to: string };

/**
 * What is over and not summed up; locked, so that two processes do not sum up the same. A day is over ten minutes after
 * midnight, when whatever began before it has ended; the last one that was summed up is part of it, to be sure.
 * @returns undefined while there is nothing to do, or another process does it
 */
export async function takeOpenDays(tx: Transaction): Promise<Open | undefined> {
  const { rows } = await sql<Open>`
    with over as (
      select ((moment() - interval '10 minutes') at time zone 'Africa/Nairobi')::date - 1 as day
    )
    select to_char(coalesce(s.up_to, (
        select (min(posted_at) at time zone 'Africa/Nairobi')::date from ledger.transfers
      )), 'YYYY-MM-DD') as from, to_char(over.day, 'YYYY-MM-DD') as to
    from over, summed_days s
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
}

export async function closeDays(tx: Transaction, to: string): Promise<void> {
  await sql`update summed_days set up_to = ${to}::date, at = moment()`.execute(tx);
}
