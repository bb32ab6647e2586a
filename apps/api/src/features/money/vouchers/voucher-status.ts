import { voucherStatus, type VoucherStatus, type RefusalCode } from '@zawadi/contract';
import { DAY_MS } from '../../../platform/durations.ts';

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
 * Derives a voucher's state from its balance in the ledger and how it was closed. The state is not stored, so it
 * cannot contradict the balance.
 */
export function statusOf(voucher: {
  faceCents: bigint;
  balanceCents: bigint;
  /** Amount on hold at shops, which is neither in the balance nor spent. */
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

/** Returns why a voucher in this state has no value to spend; ignores a freeze. */
export function refusalFor(status: VoucherStatus): RefusalCode | undefined {
  return REASONS[status];
}

/** How long holders can claim a merchant's own vouchers after the merchant was closed. */
export const DAYS_TO_CLAIM = 90;

type Made = { issuerMerchantId: string | null; issuerClosedAt: Date | null };

/** Returns true unless a merchant that is not closed made the voucher. Such a voucher can be spent only there. */
export function isClaimable({ issuerMerchantId, issuerClosedAt }: Made): boolean {
  return issuerMerchantId === null || issuerClosedAt !== null;
}

/** Returns the last moment of a voucher, which comes earlier if the merchant that made it was closed. */
export function lastMomentOf({ expiresAt, issuerClosedAt }: Made & { expiresAt: Date }): Date {
  if (issuerClosedAt === null) return expiresAt;
  return new Date(Math.min(expiresAt.getTime(), issuerClosedAt.getTime() + DAYS_TO_CLAIM * DAY_MS));
}

/** Returns why a merchant may not redeem a voucher, regardless of its state and balance. */
export function merchantRefusal(voucher: {
  /** False if another merchant has issued it. */
  isForHere: boolean;
  isDelivered: boolean;
}): RefusalCode | undefined {
  if (!voucher.isForHere) return 'voucher_not_redeemable_here';
  return voucher.isDelivered ? undefined : 'voucher_not_yet_delivered';
}

/** Returns why a voucher cannot be spent now. A voucher whose whole value is on hold has no reason here. */
export function spendingRefusal(
  voucher: Parameters<typeof statusOf>[0] & { isFrozen: boolean },
): RefusalCode | undefined {
  return refusalFor(statusOf(voucher)) ?? (voucher.isFrozen ? 'voucher_frozen' : undefined);
}

/** Returns why no value can be taken from a voucher now, by a shop or by the recipient. */
export function takingRefusal(voucher: Parameters<typeof spendingRefusal>[0]): RefusalCode | undefined {
  return spendingRefusal(voucher) ?? (voucher.balanceCents === 0n ? 'voucher_held' : undefined);
}

/** Returns why a voucher's whole value cannot be refunded or moved; ignores a freeze. */
export function wholeValueRefusal(voucher: Parameters<typeof statusOf>[0]): RefusalCode | undefined {
  return refusalFor(statusOf(voucher)) ?? (voucher.heldCents > 0n ? 'voucher_held' : undefined);
}
