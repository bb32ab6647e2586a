import { say } from '../../i18n/say.ts';
import { Bone } from '../../ui/skeleton.tsx';

/** The shape of a wizard step while what it needs is on its way. */
export function WizardSkeleton() {
  return (
    <div className="cols form" aria-busy="true">
      <p className="sr">{say('Loading...')}</p>
      <div className="stack-5" aria-hidden="true">
        <Bone height="4.5rem" />
        <Bone height="4rem" />
        <Bone height="7rem" />
        <Bone height="4.5rem" />
        <Bone height="4.5rem" />
      </div>
      <div className="stack-5" aria-hidden="true">
        <Bone height="22rem" />
        <Bone height="11rem" radius="12px" />
      </div>
    </div>
  );
}
