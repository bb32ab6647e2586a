import type { Auditor } from '../audit/index.ts';
import type { LockedReview } from './review-store.ts';

/** True for a repeated request: the same administrator has given this resolution already. */
export function isSameResolution(
  review: LockedReview,
  { auditor, reason }: { auditor: Auditor; reason: string },
): boolean {
  return review.resolvedById === auditor.staffId && review.resolution === reason;
}
