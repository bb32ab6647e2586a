import { SkeletonBlock } from '../../ui/skeleton.tsx';

/** The two columns of a record while it loads. */
export function RecordSkeleton() {
  return (
    <div className="cols" aria-busy="true">
      <p className="sr">Loading...</p>
      <SkeletonBlock height="28rem" radius="12px" />
      <SkeletonBlock height="20rem" radius="12px" />
    </div>
  );
}
