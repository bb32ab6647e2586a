import { voucherStatus, type VoucherStatus } from '@zawadi/contract';

/**
 * The state of a voucher follows from its balance in the ledger and from how it was closed, if it was; it is stored
 * nowhere, so it cannot contradict them.
 */
export function statusOf(voucher: {
  faceCents: bigint;
  balanceCents: bigint;
  closedAs: string | null;
  isPastLastDay: boolean;
}): VoucherStatus {
  if (voucher.closedAs !== null) return voucherStatus.parse(voucher.closedAs);
  if (voucher.balanceCents === 0n) return 'REDEEMED';
  if (voucher.isPastLastDay) return 'EXPIRED';
  return voucher.balanceCents === voucher.faceCents ? 'ACTIVE' : 'PARTIALLY_REDEEMED';
}
