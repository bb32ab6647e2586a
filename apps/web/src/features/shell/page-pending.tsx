import { say } from '../../i18n/say.ts';
import { FactsSkeleton, SkeletonBlock } from '../../ui/skeleton.tsx';

/** Skeleton of a page while its code or its session loads. */
export function PagePending() {
  return (
    <div className="main" aria-busy="true">
      <p className="sr" role="status">
        {say('Loading...')}
      </p>
      <SkeletonBlock width="14rem" height="2.375rem" />
      <FactsSkeleton rows={6} isQuiet />
    </div>
  );
}
