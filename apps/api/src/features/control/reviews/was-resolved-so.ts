import type { Auditor } from '../audit/index.ts';
import type { LockedReview } from './review-store.ts';

/** Whether this very resolution was committed before its answer was lost, and is now run again. */
export function wasResolvedSo(
  review: LockedReview,
  { auditor, reason }: { auditor: Auditor; reason: string },
): boolean {
  return review.resolvedById === auditor.staffId && review.resolution === reason;
}
