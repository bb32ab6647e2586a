import { SkeletonBlock } from './skeleton.tsx';

/** Skeleton of a ticket: its edge, recipient and value, and the stub below. */
export function TicketSkeleton() {
  return (
    <div className="bone-ticket">
      <SkeletonBlock width="6rem" />
      <SkeletonBlock width="9rem" height="1.25rem" />
      <SkeletonBlock width="11rem" height="2.5rem" />
      <div>
        <SkeletonBlock width="70%" />
        <SkeletonBlock width="45%" height="0.6875rem" />
      </div>
    </div>
  );
}
