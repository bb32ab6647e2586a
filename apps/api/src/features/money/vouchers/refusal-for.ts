import type { RefusalCode, VoucherStatus } from '@zawadi/contract';

/** Why a voucher in this state gives nothing. */
export function refusalFor(status: VoucherStatus): RefusalCode | undefined {
  return REASONS[status];
}

const REASONS: Record<VoucherStatus, RefusalCode | undefined> = {
  ACTIVE: undefined,
  PARTIALLY_REDEEMED: undefined,
  REDEEMED: 'voucher_used',
  CLAIMED: 'voucher_claimed',
  EXPIRED: 'voucher_expired',
  VOIDED: 'voucher_void',
  REFUNDED: 'voucher_void',
};
