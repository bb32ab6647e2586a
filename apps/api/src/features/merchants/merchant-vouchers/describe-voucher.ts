import {
  coverMsisdn,
  maskEmail,
  shillingsOf,
  type IssuedVoucherObject,
  type MerchantVoucher,
} from '@zawadi/contract';
import { MOST_RESENDS, spendingRefusal, statusOf } from '../../money/vouchers/index.ts';
import type { IssuedVoucher } from './store.ts';

/** Describes a voucher to owner and managers. */
export function describeVoucher(voucher: IssuedVoucher): MerchantVoucher {
  const { recipientMsisdn, recipientEmail } = voucher;
  const canBeSpent = spendingRefusal(voucher) === undefined;
  const hasAddress = recipientMsisdn !== null || recipientEmail !== null;
  return {
    voucherId: voucher.id,
    codeLastFour: voucher.codeLastFour,
    recipientName: voucher.recipientName,
    phone: recipientMsisdn === null ? undefined : coverMsisdn(recipientMsisdn),
    email: recipientEmail === null ? undefined : maskEmail(recipientEmail),
    message: voucher.message,
    reference: voucher.reference ?? undefined,
    status: statusOf(voucher),
    isFrozen: voucher.isFrozen,
    value: shillingsOf(voucher.faceCents),
    balance: shillingsOf(voucher.balanceCents),
    createdAt: voucher.issuedAt.toISOString(),
    createdBy: voucher.createdBy,
    expiresAt: voucher.expiresAt.toISOString(),
    openedAt: voucher.openedAt?.toISOString(),
    canBeVoided: canBeSpent && voucher.heldCents === 0n,
    canBeSent: canBeSpent && hasAddress && voucher.resends < MOST_RESENDS,
    resendAt: voucher.resendAt?.toISOString(),
  };
}

/** Describes a voucher to the merchant's own system. */
export function voucherObjectOf(voucher: IssuedVoucher): IssuedVoucherObject {
  const { recipientName: name, recipientMsisdn: phone, recipientEmail: email } = voucher;
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
    recipient: { name, ...(phone !== null && { phone }), ...(email !== null && { email }) },
    message: voucher.message,
    ...(voucher.reference !== null && { reference: voucher.reference }),
    ...(voucher.metadata !== null && { metadata: voucher.metadata }),
  };
}
