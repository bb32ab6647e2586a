import type { Auditor } from '../audit/index.ts';
import type { LockedReview } from './review-store.ts';

/** Whether this is the resolution that the same person has given already, such as by a second press. */
export function wasResolvedSo(
  review: LockedReview,
  { auditor, reason }: { auditor: Auditor; reason: string },
): boolean {
  return review.resolvedById === auditor.staffId && review.resolution === reason;
}
