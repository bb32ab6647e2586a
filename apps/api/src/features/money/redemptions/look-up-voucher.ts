import { parseCodeOrAlias, refusals, shillingsOf, type TillVoucher } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  merchantRefusal,
  openLookedUp,
  statusOf,
  takingRefusal,
  voucherCodeKeys,
} from '../vouchers/index.ts';
import { shortName } from './describe-redemption.ts';
import { requireActiveMerchant } from './require-active-merchant.ts';
import { findVoucherAtTill } from './till-store.ts';

/**
 * Looks up the balance of a voucher by its code or alias for a till, and marks the gift as opened. Takes no lock, because the
 * redemption checks again.
 * @throws Refusal voucher_not_found, merchant_not_active
 */
export async function lookUpVoucher(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  input: { merchantId: string; code: string },
): Promise<TillVoucher> {
  await requireActiveMerchant(deps.db, input.merchantId);
  const code = parseCodeOrAlias(input.code);
  const codeKeys = code && voucherCodeKeys(deps.keys, code);
  const voucher = codeKeys && (await findVoucherAtTill(deps.db, { merchantId: input.merchantId, codeKeys }));
  if (!voucher) throw new Refusal('voucher_not_found');
  const { voucherId } = voucher;
  if (voucher.isForHere) await openLookedUp(deps, voucher);
  const reason = merchantRefusal(voucher) ?? takingRefusal(voucher);
  return {
    voucherId,
    status: statusOf(voucher),
    value: shillingsOf(voucher.faceCents),
    balance: shillingsOf(voucher.balanceCents),
    codeLastFour: voucher.codeLastFour,
    recipientName: shortName(voucher.recipientName),
    cloth: voucher.cloth,
    expiresAt: voucher.expiresAt.toISOString(),
    isRedeemable: reason === undefined,
    reason: reason && { code: reason, message: refusals[reason].message },
  };
}
