import { cloth, shillingsOf, type SentGift } from '@zawadi/contract';
import type { ListedGift } from './gift-lists-store.ts';
import { spendingRefusal, statusOf } from './voucher-status.ts';

export const MOST_RESENDS = 5;
export const MOST_CORRECTIONS = 5;

/**
 * Returns true if the gift's link was opened, or a shop has used its code. That shop can use the gift's id from then
 * on.
 */
export function isInUse({ openedAt, wasAtShop }: Pick<ListedGift, 'openedAt' | 'wasAtShop'>): boolean {
  return openedAt !== null || wasAtShop;
}

/** Describes a gift to its buyer: without its code, where it was used, and its messages. */
export function describeSentGift(gift: ListedGift): Omit<SentGift, 'messages'> {
  const status = statusOf(gift);
  const canBeSpent = spendingRefusal(gift) === undefined;
  const canBeMoved = canBeSpent && status === 'ACTIVE' && !gift.isDelivered && gift.announcedAt === null;
  const canBeCorrected =
    canBeSpent && !isInUse(gift) && !gift.isTooLateToCorrect && gift.corrections < MOST_CORRECTIONS;
  const resendsLeft = Math.max(0, MOST_RESENDS - gift.resends);
  return {
    voucherId: gift.id,
    requestId: gift.purchaseId ?? gift.id,
    recipientName: gift.recipientName,
    recipientMsisdn: gift.recipientMsisdn ?? '',
    recipientEmail: gift.recipientEmail ?? '',
    status,
    value: shillingsOf(gift.faceCents),
    message: gift.message,
    cloth: cloth.parse(gift.cloth),
    lastFour: gift.codeLastFour,
    sentAt: gift.issuedAt.toISOString(),
    deliverAt: gift.deliverAt.toISOString(),
    isDelivered: gift.isDelivered,
    openedAt: gift.openedAt?.toISOString(),
    claimedAt: gift.closedAs === 'CLAIMED' ? gift.closedAt?.toISOString() : undefined,
    expiresAt: gift.expiresAt.toISOString(),
    isFrozen: gift.isFrozen,
    resendsLeft,
    resendAt: gift.resendAt?.toISOString(),
    canBeResent: canBeSpent && gift.isDelivered && resendsLeft > 0 && gift.resendAt === null,
    canBeCorrected,
    correctableUntil: canBeCorrected ? gift.correctableUntil?.toISOString() : undefined,
    canBeMoved,
    canBeCancelled: canBeMoved && gift.paidCents !== null,
    paid: gift.paidCents === null ? undefined : shillingsOf(gift.paidCents),
    payerMsisdn: gift.payerMsisdn ?? undefined,
    refund:
      gift.refundedCents !== null && gift.refundedAt
        ? {
            amount: shillingsOf(gift.refundedCents),
            returnedTo: gift.returnedTo ?? undefined,
            at: gift.refundedAt.toISOString(),
          }
        : undefined,
    photo: photoOf(gift),
    thanks:
      gift.thanks !== null && gift.thankedAt
        ? { message: gift.thanks, at: gift.thankedAt.toISOString() }
        : undefined,
  };
}

/** The giver does not learn of a report, only of a removal. */
function photoOf({ photoState }: Pick<ListedGift, 'photoState'>): SentGift['photo'] {
  if (photoState === null) return undefined;
  return photoState === 'REMOVED' ? 'removed' : 'added';
}
