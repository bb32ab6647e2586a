import { shillingsOf, type HandlerAnswer, type readVoucher as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findNamedVoucher, merchantRefusal, openLookedUp, statusOf } from '../../money/vouchers/index.ts';
import { findVoucherAt, listRedemptionsOf, type VoucherAtMerchant } from './voucher-store.ts';

type Answer = HandlerAnswer<typeof endpoint>;

/**
 * Reads a voucher for a merchant that issued it, has redeemed from it, or sends its full code.
 * @throws Refusal `voucher_not_found`, `voucher_code_mistyped`, `voucher_not_yet_delivered`,
 *   `voucher_not_redeemable_here`
 */
export async function readVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  input: { merchantId: string; id: string },
): Promise<Answer> {
  const voucher = await findVoucher(deps, input);
  if (!voucher) throw new Refusal('voucher_not_found');
  const refusal = merchantRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  // The only read with an effect: once a shop has read a gift by its code, the gift counts as opened. A key with only
  // the read right has no other effect.
  if (voucher.isNamedByCode && !voucher.isIssuedHere) {
    await openLookedUp(deps, { voucherId: voucher.id, openedAt: voucher.openedAt });
  }
  const redemptions = await listRedemptionsOf(deps.db, {
    merchantId: input.merchantId,
    voucherId: voucher.id,
  });
  return {
    id: voucher.id,
    object: 'voucher',
    status: statusOf(voucher),
    amount: shillingsOf(voucher.faceCents),
    balance: shillingsOf(voucher.balanceCents),
    currency: 'KES',
    expires_at: voucher.expiresAt.toISOString(),
    frozen: voucher.isFrozen,
    created: voucher.issuedAt.toISOString(),
    last_four: voucher.codeLastFour,
    ...(voucher.isIssuedHere && issuedHere(voucher)),
    redemptions,
  };
}

/**
 * Finds a voucher that the merchant has issued, by the code or id in a request.
 * @throws Refusal `voucher_not_found`; `voucher_not_made_here` for another voucher that the merchant may read
 */
export async function findOwnVoucherId(
  deps: Pick<Deps, 'db' | 'keys'>,
  named: { merchantId: string; id: string },
): Promise<string> {
  const voucher = await findVoucher(deps, named);
  if (!voucher) throw new Refusal('voucher_not_found');
  if (!voucher.isIssuedHere) throw new Refusal('voucher_not_made_here');
  return voucher.id;
}

async function findVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<(VoucherAtMerchant & { isNamedByCode: boolean }) | undefined> {
  const meant = await findNamedVoucher(deps, id);
  if (!meant || meant.by === 'former-code') return undefined;
  const voucher = await findVoucherAt(deps.db, { merchantId, voucherId: meant.voucherId });
  const isNamedByCode = meant.by === 'code';
  return voucher && (isNamedByCode || voucher.isKnownHere) ? { ...voucher, isNamedByCode } : undefined;
}

function issuedHere(
  voucher: VoucherAtMerchant,
): Pick<Answer, 'recipient' | 'message' | 'reference' | 'metadata'> {
  const { recipientName: name, recipientMsisdn: phone, recipientEmail: email } = voucher;
  const { message, reference, metadata } = voucher;
  return {
    recipient: { name, ...(phone !== null && { phone }), ...(email !== null && { email }) },
    message,
    ...(reference !== null && { reference }),
    ...(metadata !== null && { metadata }),
  };
}
