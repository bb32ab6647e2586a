import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import { readOwnLimits, type LimitedSubject } from '@zawadi/contract/own-limits';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useRights } from '../use-rights.ts';
import { Changes } from '../versions/version-list.tsx';
import { ChangeOwnLimits } from './change-own-limits.tsx';
import { describeOwnLimits, LIMIT_WORDS, namesOf } from './limit-words.ts';

type State = CallAnswer<typeof readOwnLimits>;

/** The limits of one person or shop, their history, and a form that changes them. */
export function OwnLimits({ of: subject }: { of: LimitedSubject }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminQueryKeys.ownLimits(subject),
    queryFn: ({ signal }) => call(readOwnLimits, { params: subject, signal }),
  });
  const { isAdministrator } = useRights();
  const [isChanging, setChanging] = useState(false);
  if (data !== undefined && isChanging)
    return <ChangeOwnLimits subject={subject} state={data} onClose={() => setChanging(false)} />;
  return (
    <>
      <Sheet
        title="Limits"
        isPadded
        action={
          isAdministrator &&
          data !== undefined && (
            <Button variant="secondary" small onClick={() => setChanging(true)}>
              Change limits
            </Button>
          )
        }
      >
        {data === undefined && error === null && <ListSkeleton rows={3} />}
        {data === undefined && error !== null && (
          <LoadFailure title="Failed to load the limits" of={{ error, isFetching, refetch }} />
        )}
        {data !== undefined && <LimitFacts subject={subject} state={data} />}
      </Sheet>
      {data !== undefined && data.versions.length > 0 && (
        <Changes
          title="Changes of own limits"
          versions={data.versions}
          before={{}}
          describe={describeOwnLimits}
        />
      )}
    </>
  );
}

function LimitFacts({ subject, state: { inForce, current } }: { subject: LimitedSubject; state: State }) {
  return (
    <div className="stack">
      <Facts
        facts={namesOf(subject).map((name) => {
          const amount = inForce[name];
          const isOwn = current?.limits[name] !== undefined;
          return {
            label: LIMIT_WORDS[name].label,
            value: (
              <>
                {amount === undefined ? 'No limit' : <span className="nowrap">{formatKes(amount)}</span>}{' '}
                {isOwn && <span className="small muted">own limit</span>}
              </>
            ),
          };
        })}
      />
      {current?.until !== undefined && (
        <p className="small muted">
          Own limits end after {dateText(new Date(`${current.until}T12:00:00Z`))}.
        </p>
      )}
    </div>
  );
}
