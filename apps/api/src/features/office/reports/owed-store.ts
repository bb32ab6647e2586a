import { sql } from 'kysely';
import type { LiabilityAge } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';

type Sum = { count: number; amountCents: bigint };

// SQL query of vouchers with a balance in the ledger, including the holds of shops.
const open = sql`
  select v.issued_at, v.expires_at, o.balance_cents
  from (
    select home_id, sum(cents)::bigint as balance_cents
    from (
      select home_id, balance_cents as cents from ledger.strict_balances
      where account = 'voucher:' || home_id and balance_cents > 0
      union all
      select voucher_id, amount_cents from holds where status = 'OPEN'
    ) parts group by home_id
  ) o
  join vouchers v on v.id = o.home_id`;

/** Sums outstanding vouchers by age, in days since issue. */
export async function readLiabilityByAge(db: Db): Promise<(Sum & { age: LiabilityAge })[]> {
  const { rows } = await sql<Sum & { age: LiabilityAge }>`
    select age, count(*)::int as count, sum(balance_cents)::bigint as "amountCents"
    from (
      select o.balance_cents, case
          when o.issued_at > moment() - interval '31 days' then '0-30'
          when o.issued_at > moment() - interval '91 days' then '31-90'
          when o.issued_at > moment() - interval '181 days' then '91-180'
          when o.issued_at > moment() - interval '366 days' then '181-365'
          else '366+'
        end as age
      from (${open}) o
    ) aged group by age`.execute(db);
  return rows;
}

/** Sums outstanding vouchers by the month (Nairobi) in which they expire: this month and the next eleven. */
export async function readComingExpiries(db: Db): Promise<(Sum & { month: string })[]> {
  const { rows } = await sql<Sum & { month: string }>`
    with months as (
      select date_trunc('month', moment() at time zone 'Africa/Nairobi') + make_interval(months => n) as month
      from generate_series(0, 11) n
    ), owed as (
      select date_trunc('month', o.expires_at at time zone 'Africa/Nairobi') as month, count(*)::int as count,
        sum(o.balance_cents)::bigint as cents
      from (${open}) o
      where o.expires_at >= moment() and o.expires_at < moment() + interval '13 months' group by 1
    )
    select to_char(m.month, 'YYYY-MM') as month, coalesce(o.count, 0) as count,
      coalesce(o.cents, 0)::bigint as "amountCents"
    from months m left join owed o using (month) order by m.month`.execute(db);
  return rows;
}

/**
 * Sums wallets with a balance, by size.
 * @param lowerBounds of the sizes, in shillings, ascending
 */
export async function readWalletsBySize(
  db: Db,
  lowerBounds: readonly number[],
): Promise<(Sum & { from: number })[]> {
  const { rows } = await sql<Sum & { from: number }>`
    select bounds.shillings as from, count(b.account)::int as count,
      coalesce(sum(b.balance_cents), 0)::bigint as "amountCents"
    from (select n as shillings, lead(n) over (order by n) as next from unnest(${lowerBounds}::int[]) n) bounds
    left join ledger.strict_balances b on starts_with(b.account, 'wallet:') and b.balance_cents > 0
      and (b.balance_cents >= bounds.shillings * 100::bigint or bounds.shillings = ${lowerBounds[0]}::int)
      and (bounds.next is null or b.balance_cents < bounds.next * 100::bigint)
    group by bounds.shillings order by bounds.shillings`.execute(db);
  return rows;
}

/** Sums the money reserved for withdrawals in progress. */
export async function readHeldForWithdrawals(db: Db): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from withdrawals where status = 'PENDING'`.execute(
    db,
  );
  return rows[0]?.cents ?? 0n;
}

export type MerchantOwed = {
  merchantId: string;
  merchantCode: string;
  businessName: string;
  status: 'ACTIVE' | 'PENDING' | 'SUSPENDED' | 'INACTIVE';
  dueCents: bigint;
  inBatchesCents: bigint;
  beingPaidCents: bigint;
};

/**
 * Lists merchants by the amount owed, largest first; omits merchants that are owed nothing.
 * @param merchantId undefined for all merchants
 */
export async function readOwedToMerchants(db: Db, merchantId: string | undefined): Promise<MerchantOwed[]> {
  const [ofAccount, ofBatches] =
    merchantId === undefined
      ? [sql`starts_with(account, 'merchant:')`, sql`true`]
      : [sql`account = ${`merchant:${merchantId}`}`, sql`merchant_id = ${merchantId}`];
  const { rows } = await sql<MerchantOwed>`
    with due as (
      select right(account, 36)::uuid as merchant_id, sum(cents)::bigint as cents
      from (
        select account, balance_cents as cents from ledger.lazy_balances where ${ofAccount}
        union all
        select account, change_cents from ledger.lazy_deltas where ${ofAccount}
      ) b group by 1
    ), batches as (
      select merchant_id, sum(amount_cents)::bigint as cents,
        coalesce(sum(amount_cents) filter (where status = 'PROCESSING'), 0)::bigint as being_paid
      from settlements where status in ('PENDING', 'PROCESSING') and ${ofBatches} group by 1
    )
    select m.id as "merchantId", m.merchant_code as "merchantCode", m.business_name as "businessName", m.status,
      coalesce(due.cents, 0) as "dueCents", coalesce(b.cents, 0) as "inBatchesCents",
      coalesce(b.being_paid, 0) as "beingPaidCents"
    from merchants m
    left join due on due.merchant_id = m.id
    left join batches b on b.merchant_id = m.id
    where coalesce(due.cents, 0) + coalesce(b.cents, 0) > 0
    order by coalesce(due.cents, 0) + coalesce(b.cents, 0) desc, m.business_name, m.id`.execute(db);
  return rows;
}
