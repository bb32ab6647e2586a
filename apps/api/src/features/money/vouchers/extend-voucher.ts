import { postOrThrow, post } from '../../../ledger/index.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { voucherPostings } from '../../services/postings/index.ts';
import { announceGift } from './announce-gift.ts';
import {
  findExpiredCents,
  isPaymentTakenBack,
  reopenUntil,
  insertActivity,
  isPossibleExpiry,
  type Voucher,
} from './store.ts';
import { lockValue } from './find-voucher.ts';
import { refusalFor, statusOf } from './voucher-status.ts';

type Extension = {
  actionId: string;
  voucherId: string;
  expiresAt: Date;
  reason: string;
  administratorId: string;
};

/**
 * Extends the validity of a voucher. An expired voucher gets back its last value, and its recipient is notified
 * again. A merchant's own voucher gets its value from the merchant's balance.
 * @throws Refusal voucher_not_found, insufficient_merchant_balance, the reason why the voucher has no value, and as
 * `requireLaterExpiry`
 */
export async function extendVoucher(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  extension: Extension,
): Promise<void> {
  const { actionId, voucherId, expiresAt, reason, administratorId } = extension;
  const voucher = await lockValue(tx, { voucherId });
  const status = statusOf(voucher);
  const refusal = status === 'EXPIRED' ? undefined : refusalFor(status);
  if (refusal) throw new Refusal(refusal);
  await requireLaterExpiry(tx, voucher, expiresAt);
  if (await isPaymentTakenBack(tx, voucherId)) throw new Refusal('voucher_void');
  const broughtBackCents =
    voucher.closedAs === 'EXPIRED' ? await restoreExpiredValue(tx, voucher, actionId) : 0n;
  await reopenUntil(tx, voucherId, expiresAt);
  await insertActivity(tx, {
    voucher_id: voucherId,
    id: actionId,
    kind: 'EXTENDED',
    actor_kind: 'admin',
    actor_id: administratorId,
    amount_cents: broughtBackCents,
    reason,
  });
  if (status === 'EXPIRED' && voucher.isDelivered) await announceGift(tx, deps, voucher, actionId);
}

/**
 * Requires an allowed later expiry.
 * @throws Refusal expiry_moment_invalid for a moment in the past or more than 24 months ahead;
 *   expiry_not_later if the voucher is already valid until then
 */
export async function requireLaterExpiry(
  db: Db,
  { expiresAt: present }: Pick<Voucher, 'expiresAt'>,
  expiresAt: Date,
): Promise<void> {
  if (!(await isPossibleExpiry(db, expiresAt))) throw new Refusal('expiry_moment_invalid');
  if (expiresAt <= present) throw new Refusal('expiry_not_later');
}

async function restoreExpiredValue(
  tx: Transaction,
  { id: voucherId, issuerMerchantId: merchantId }: Voucher,
  actionId: string,
): Promise<bigint> {
  const amountCents = await findExpiredCents(tx, voucherId);
  if (merchantId === null) {
    await postOrThrow(tx, [voucherPostings.voucherExtended({ actionId, voucherId, amountCents })]);
    return amountCents;
  }
  const [outcome] = await post(tx, [
    voucherPostings.merchantVoucherExtended({ actionId, voucherId, merchantId, amountCents }),
  ]);
  if (outcome?.outcome === 'refused') throw new Refusal('insufficient_merchant_balance');
  return amountCents;
}
