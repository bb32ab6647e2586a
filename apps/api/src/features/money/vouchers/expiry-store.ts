import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/jobs/process-due-rows.ts';
import { DAYS_TO_CLAIM } from './voucher-status.ts';

export type VoucherToExpire = { id: string; expiresAt: Date; issuerMerchantId: string | null };

/**
 * Finds vouchers past their last day that still have value. Skips frozen vouchers, vouchers with open holds, and
 * vouchers that ended during a stop in force, which gives their time back.
 */
export async function takeVouchersToExpire(
  tx: Transaction,
  { limit, except }: Page,
): Promise<VoucherToExpire[]> {
  const { rows } = await sql<VoucherToExpire>`
    select v.id, v.expires_at as "expiresAt", v.issuer_merchant_id as "issuerMerchantId"
    from vouchers v
    join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
    where v.closed_as is null and v.frozen_at is null and v.expires_at < moment() and b.balance_cents > 0
      and v.id <> all(${except}::uuid[])
      and not exists (select from holds h where h.voucher_id = v.id and h.status = 'OPEN')
      and not exists (
        select from stops s where s.ended_at is null and takes_days(s.name) and v.expires_at >= s.started_at
      )
    order by v.expires_at limit ${limit}`.execute(tx);
  return rows;
}

/** Finds vouchers whose maker was closed so long ago that their holders cannot claim them any more. */
export async function takeVouchersToReturn(
  tx: Transaction,
  { limit, except }: Page,
): Promise<VoucherToExpire[]> {
  const { rows } = await sql<VoucherToExpire>`
    select v.id, v.expires_at as "expiresAt", v.issuer_merchant_id as "issuerMerchantId"
    from merchants m
    join vouchers v on v.issuer_merchant_id = m.id and v.closed_as is null
    join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
    where m.status = 'INACTIVE' and m.closed_since < moment() - make_interval(days => ${DAYS_TO_CLAIM})
      and v.frozen_at is null and b.balance_cents > 0 and v.id <> all(${except}::uuid[])
    order by v.id limit ${limit}`.execute(tx);
  return rows;
}
