import { say } from '../../i18n/say.ts';
import { FieldsSkeleton } from '../../ui/skeleton-shapes.tsx';
import { TicketSkeleton } from '../../ui/ticket-skeleton.tsx';

/** Skeleton of a wizard step. */
export function WizardSkeleton() {
  return (
    <div className="cols form" aria-busy="true">
      <p className="sr">{say('Loading...')}</p>
      <div className="stack-5" aria-hidden="true">
        <FieldsSkeleton count={4} />
      </div>
      <div className="stack-5" aria-hidden="true">
        <TicketSkeleton />
      </div>
    </div>
  );
}
