import { voucherStatus, type VoucherStatus, type RefusalCode } from '@zawadi/contract';

const REASONS: Record<VoucherStatus, RefusalCode | undefined> = {
  ACTIVE: undefined,
  PARTIALLY_REDEEMED: undefined,
  REDEEMED: 'voucher_used',
  CLAIMED: 'voucher_claimed',
  EXPIRED: 'voucher_expired',
  VOIDED: 'voucher_void',
  REFUNDED: 'voucher_void',
};

/**
 * Derives a voucher's state from its balance in the ledger and the way it was closed. The state is not
 * stored, so it cannot contradict them.
 */
export function statusOf(voucher: {
  faceCents: bigint;
  balanceCents: bigint;
  /** Amount on hold at shops, neither in the balance nor spent. */
  heldCents: bigint;
  closedAs: string | null;
  isPastLastDay: boolean;
}): VoucherStatus {
  if (voucher.closedAs !== null) return voucherStatus.parse(voucher.closedAs);
  const unspentCents = voucher.balanceCents + voucher.heldCents;
  if (unspentCents === 0n) return 'REDEEMED';
  if (voucher.isPastLastDay) return 'EXPIRED';
  return unspentCents === voucher.faceCents ? 'ACTIVE' : 'PARTIALLY_REDEEMED';
}

/** Returns why a voucher in this state gives nothing, frozen or not. */
export function refusalFor(status: VoucherStatus): RefusalCode | undefined {
  return REASONS[status];
}

/** Returns why this merchant may not redeem a voucher, whatever its state and balance. */
export function merchantRefusal(voucher: {
  /** False if another merchant has issued it. */
  isForHere: boolean;
  isDelivered: boolean;
}): RefusalCode | undefined {
  if (!voucher.isForHere) return 'voucher_not_redeemable_here';
  return voucher.isDelivered ? undefined : 'voucher_not_yet_delivered';
}

/** Returns why a voucher cannot be spent now. Gives no reason if all its value is only on hold. */
export function spendingRefusal(
  voucher: Parameters<typeof statusOf>[0] & { isFrozen: boolean },
): RefusalCode | undefined {
  return refusalFor(statusOf(voucher)) ?? (voucher.isFrozen ? 'voucher_frozen' : undefined);
}

/** Returns why neither a shop nor the recipient can take value from a voucher now. */
export function takingRefusal(voucher: Parameters<typeof spendingRefusal>[0]): RefusalCode | undefined {
  return spendingRefusal(voucher) ?? (voucher.balanceCents === 0n ? 'voucher_held' : undefined);
}

/** Returns why a voucher's whole value cannot be refunded or moved, frozen or not. */
export function wholeValueRefusal(voucher: Parameters<typeof statusOf>[0]): RefusalCode | undefined {
  return refusalFor(statusOf(voucher)) ?? (voucher.heldCents > 0n ? 'voucher_held' : undefined);
}
