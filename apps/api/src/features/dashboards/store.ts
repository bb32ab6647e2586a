import type { HandlerAnswer, dashboardStats } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

type Activity = HandlerAnswer<typeof dashboardStats>['recentActivities'][number];

export type Person = { userId: string; msisdn: string | null; email: string | null };

export async function readTotals(
  db: Db,
  person: Person,
): Promise<{ paidInCents: bigint; bought: number; received: number }> {
  const { rows } = await sql<{ paidInCents: bigint; bought: number; received: number }>`
    select
      (select coalesce(sum(amount_cents), 0)::bigint from purchases
        where buyer_id = ${person.userId} and status = 'COMPLETED') as "paidInCents",
      (select count(*)::int from purchases
        where buyer_id = ${person.userId} and status = 'COMPLETED') as bought,
      (select count(*)::int from vouchers v
        where (v.recipient_msisdn = ${person.msisdn} or v.recipient_email = ${person.email})
          and (v.closed_as = 'CLAIMED' or exists (select from redemptions r where r.voucher_id = v.id))) as received
    `.execute(db);
  return rows[0] ?? { paidInCents: 0n, bought: 0, received: 0 };
}

type Row = Omit<Activity, 'timestamp' | 'amount'> & { at: Date; amountCents: bigint };

/** The latest things that happened to a person's money, newest first. */
export async function readActivities(db: Db, person: Person, limit: number): Promise<Activity[]> {
  const { rows } = await sql<Row>`
    select * from (
      (select id as "entityId", 'Gift for ' || recipient_name as description,
          coalesce(completed_at, pending_since) as at, amount_cents as "amountCents",
          'GIFT_PURCHASE' as "transactionType", status as "orderStatus"
        from purchases where buyer_id = ${person.userId} and status <> 'REGISTERED'
        order by registered_at desc limit ${limit})
      union all
      (select id, 'Withdrawal to ' || recipient_name, coalesce(settled_at, pending_since), amount_cents,
          'WITHDRAWAL', status
        from withdrawals where user_id = ${person.userId} and status <> 'REGISTERED'
        order by registered_at desc limit ${limit})
      union all
      (select c.id, 'Gift from ' || v.sender_name, c.claimed_at, c.amount_cents, 'CLAIM', 'COMPLETED'
        from claims c join vouchers v on v.id = c.voucher_id
        where c.user_id = ${person.userId} order by c.claimed_at desc limit ${limit})
      union all
      (select r.id, 'Spent at ' || m.business_name, r.redeemed_at, r.amount_cents, 'REDEMPTION',
          case when r.reversed_at is null then 'COMPLETED' else 'CANCELED' end
        from vouchers v
        join redemptions r on r.voucher_id = v.id
        join merchants m on m.id = r.merchant_id
        where v.recipient_msisdn = ${person.msisdn} or v.recipient_email = ${person.email}
        order by r.redeemed_at desc limit ${limit})
    ) activities
    order by at desc limit ${limit}`.execute(db);
  return rows.map(({ at, amountCents, ...row }) => ({
    ...row,
    timestamp: at.toISOString(),
    amount: Number(amountCents / 100n),
  }));
}
