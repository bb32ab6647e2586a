import type { Review } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import { heldCentsOf } from './held-money.ts';
import { readReview } from './list-reviews.ts';
import { closeReview, isPaymentOpen, lockReview, type LockedReview } from './review-store.ts';

/**
 * Closes a case with the administrator's explanation. Moves no money: an administrator has to assign money in suspense
 * first.
 * @throws Refusal not_found, review_resolved, money_held, photo_undecided, payment_still_open
 */
export async function resolveReview(
  deps: Pick<Deps, 'db'>,
  { reviewId, reason, auditor }: { reviewId: string; reason: string; auditor: Auditor },
): Promise<Review> {
  await inTransaction(deps.db, async (tx) => {
    const review = await lockReview(tx, reviewId);
    if (!review) throw new Refusal('not_found');
    if (isSameResolution(review, { auditor, reason })) return;
    if (review.resolvedAt !== null) throw new Refusal('review_resolved');
    if (heldCentsOf(review) !== undefined) throw new Refusal('money_held');
    if (review.kind === 'photo_reported') throw new Refusal('photo_undecided');
    if (await isPaymentOpen(tx, review)) throw new Refusal('payment_still_open');
    await closeReview(tx, reviewId, { by: auditor.administratorId, resolution: reason });
    await recordAudit(tx, auditor, {
      action: 'review.resolved',
      subjectKind: 'review',
      subjectId: reviewId,
      reason,
      after: { kind: review.kind, about: review.subjectId },
    });
  });
  return readReview(deps.db, reviewId);
}

/** Whether a request repeats one by the same administrator with the same resolution. */
export function isSameResolution(
  review: LockedReview,
  { auditor, reason }: { auditor: Auditor; reason: string },
): boolean {
  return review.resolvedById === auditor.administratorId && review.resolution === reason;
}
