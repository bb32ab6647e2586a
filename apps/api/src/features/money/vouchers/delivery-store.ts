import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/jobs/process-due-rows.ts';

export type GiftRecipient = {
  id: string;
  recipientMsisdn: string | null;
  recipientEmail: string | null;
};

export type DueGift = GiftRecipient & { buyerId: string | null; isClosed: boolean };

/**
 * Marks due gifts as announced, so that no other worker takes them. Leaves a gift that is locked for a change to the
 * next run.
 */
export async function takeGiftsToDeliver(tx: Transaction, { limit, except }: Page): Promise<DueGift[]> {
  const { rows } = await sql<DueGift>`
    with due as (
      select id from vouchers
      where announced_at is null and deliver_at <= moment() and frozen_at is null and id <> all(${except}::uuid[])
      order by deliver_at limit ${limit}
      for update skip locked
    )
    update vouchers v set announced_at = moment()
    from due where v.id = due.id
    returning v.id, v.recipient_msisdn as "recipientMsisdn", v.recipient_email as "recipientEmail",
      v.buyer_id as "buyerId", v.closed_as is not null as "isClosed"`.execute(tx);
  return rows;
}

export type Reminder = GiftRecipient & { daysLeft: number; expiresAt: Date };

/**
 * Takes due reminders. If several reminders of a voucher are due, takes only the one for the fewest days, once. Days
 * are calendar days in Nairobi.
 * @param steps numbers of days before the voucher's last day
 */
export async function takeReminders(
  tx: Transaction,
  steps: number[],
  { limit, except }: Page,
): Promise<Reminder[]> {
  const { rows } = await sql<Reminder>`
    with due as (
      select v.id, v.expires_at, v.recipient_msisdn, v.recipient_email, step.days_left
      from vouchers v
      join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
      cross join lateral (
        select min(days)::smallint as days_left from unnest(${steps}::int[]) as days
        where (v.expires_at at time zone 'Africa/Nairobi')::date - (moment() at time zone 'Africa/Nairobi')::date <= days
      ) step
      where v.closed_as is null and v.frozen_at is null and v.announced_at is not null and b.balance_cents > 0
        and v.expires_at > moment() and v.expires_at < moment() + make_interval(days => ${Math.max(...steps) + 1})
        and step.days_left is not null and v.id <> all(${except}::uuid[])
        and not exists (
          select from voucher_reminders r
          where r.voucher_id = v.id and r.expires_at = v.expires_at and r.days_left <= step.days_left
        )
      order by v.expires_at limit ${limit}
    ), taken as (
      insert into voucher_reminders (voucher_id, expires_at, days_left)
      select id, expires_at, days_left from due order by id
      on conflict do nothing
      returning voucher_id
    )
    select due.id, due.expires_at as "expiresAt", due.recipient_msisdn as "recipientMsisdn",
      due.recipient_email as "recipientEmail", due.days_left::int as "daysLeft"
    from due join taken on taken.voucher_id = due.id
    order by due.expires_at`.execute(tx);
  return rows;
}
