import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/**
 * Reads when vouchers without a balance were used up: the times of their latest redemptions that were not reversed.
 * The caller holds the locks of the vouchers.
 */
export async function readUsedUpAt(
  tx: Transaction,
  voucherIds: readonly string[],
): Promise<Map<string, Date>> {
  if (voucherIds.length === 0) return new Map();
  const { rows } = await sql<{ voucherId: string; at: Date }>`
    select voucher_id as "voucherId", max(redeemed_at) as at from redemptions
    where voucher_id = any(${voucherIds}::uuid[]) and reversed_at is null
    group by voucher_id`.execute(tx);
  return new Map(rows.map(({ voucherId, at }) => [voucherId, at]));
}
