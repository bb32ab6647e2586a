import { say } from '../../i18n/say.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';

/** The shape of a wizard step while what it needs is on its way. */
export function WizardSkeleton() {
  return (
    <div className="cols form" aria-busy="true">
      <p className="sr">{say('Loading...')}</p>
      <div className="stack-5" aria-hidden="true">
        <SkeletonBlock height="4.5rem" />
        <SkeletonBlock height="4rem" />
        <SkeletonBlock height="7rem" />
        <SkeletonBlock height="4.5rem" />
        <SkeletonBlock height="4.5rem" />
      </div>
      <div className="stack-5" aria-hidden="true">
        <SkeletonBlock height="22rem" />
        <SkeletonBlock height="11rem" radius="12px" />
      </div>
    </div>
  );
}
