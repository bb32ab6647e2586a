import type { Db, Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findVoucher, lockValue, statusOf, wholeValueRefusal } from '../../money/vouchers/index.ts';

export type VoucherValue = Awaited<ReturnType<typeof readVoucherValue>>;

/**
 * Reads a voucher and its balance without a lock. Use the result for a summary, never for a decision.
 * @throws Refusal voucher_not_found
 */
export async function readVoucherValue(db: Db, voucherId: string) {
  const voucher = await findVoucher(db, voucherId);
  if (!voucher) throw new Refusal('voucher_not_found');
  return { ...voucher, status: statusOf(voucher) };
}

/**
 * Reads a voucher and its balance under the lock of the voucher's value.
 * @throws Refusal voucher_not_found
 */
export async function lockStatus(tx: Transaction, voucherId: string) {
  const voucher = await lockValue(tx, { voucherId });
  return { ...voucher, status: statusOf(voucher) };
}

/**
 * Reads a voucher whose value can be used.
 * @throws Refusal voucher_not_found, and the reasons why a voucher cannot be used
 */
export async function readSpendable(db: Db, voucherId: string): Promise<VoucherValue> {
  const value = await readVoucherValue(db, voucherId);
  const refusal = wholeValueRefusal(value);
  if (refusal) throw new Refusal(refusal);
  return value;
}
