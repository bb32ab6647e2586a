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
 * The state of a voucher follows from its balance in the ledger and from how it was closed, if it was; it is stored
 * nowhere, so it cannot contradict them.
 */
export function statusOf(voucher: {
  faceCents: bigint;
  balanceCents: bigint;
  /** What shops hold of it, which is neither in the balance nor spent. */
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

/** Why a voucher in this state gives nothing, frozen or not. */
export function refusalFor(status: VoucherStatus): RefusalCode | undefined {
  return REASONS[status];
}

/** Returns why this merchant may not take from a voucher, whatever its state and balance. */
export function merchantRefusal(voucher: {
  /** No other merchant has made it. */
  isForHere: boolean;
  isDelivered: boolean;
}): RefusalCode | undefined {
  if (!voucher.isForHere) return 'voucher_not_redeemable_here';
  return voucher.isDelivered ? undefined : 'voucher_not_yet_delivered';
}

/** Why a voucher cannot be spent now, also when none of its value is free at this moment. */
export function spendingRefusal(
  voucher: Parameters<typeof statusOf>[0] & { isFrozen: boolean },
): RefusalCode | undefined {
  return refusalFor(statusOf(voucher)) ?? (voucher.isFrozen ? 'voucher_frozen' : undefined);
}

/** Why nothing can be taken from a voucher now, by a shop or by its recipient. */
export function takingRefusal(voucher: Parameters<typeof spendingRefusal>[0]): RefusalCode | undefined {
  return spendingRefusal(voucher) ?? (voucher.balanceCents === 0n ? 'voucher_held' : undefined);
}

/** Why the value of a voucher cannot be given back or moved as a whole, frozen or not. */
export function wholeValueRefusal(voucher: Parameters<typeof statusOf>[0]): RefusalCode | undefined {
  return refusalFor(statusOf(voucher)) ?? (voucher.heldCents > 0n ? 'voucher_held' : undefined);
}
