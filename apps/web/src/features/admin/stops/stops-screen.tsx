import { useQuery } from '@tanstack/react-query';
import { listStops, type Stop } from '@zawadi/contract/stops-admin';
import { stopName, type StopName } from '@zawadi/contract/stops';
import { useState } from 'react';
import { call, CallRefused } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Time } from '../../../ui/time.tsx';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { useRights } from '../use-rights.ts';
import { StartAgain } from './start-again.tsx';
import { StartStop } from './start-stop.tsx';
import { STOPS } from './stop-words.ts';
import './stops.css';

/** Stops for an emergency, and the latest stops that ended. */
export function StopsScreen() {
  const list = useQuery({
    queryKey: adminQueryKeys.stops,
    queryFn: ({ signal }) => call(listStops, { signal }),
  });
  const stops = list.data?.stops;
  return (
    <>
      <PageTitle title="Settings" />
      <SettingsTabs />
      <div className="stack-5">
        <Sheet title="Stops">
          <p className="muted stops-intro">
            A stop takes effect within a second and refuses only what is new. Payments on their way finish.
            One administrator stops, two start again. Validity that vouchers lose is given back.
          </p>
          {list.isPending && <ListSkeleton rows={5} />}
          {stops !== undefined && (
            <ul className="stops">
              {stopName.options.map((name) => (
                <StopRow
                  key={name}
                  name={name}
                  stop={stops.find((one) => one.name === name && one.endedAt === undefined)}
                />
              ))}
            </ul>
          )}
          {list.isError && stops === undefined && (
            <ErrorState
              title={list.error instanceof CallRefused ? list.error.message : 'Network error occurred'}
              onTryAgain={() => void list.refetch()}
              isTrying={list.isFetching}
            >
              Nothing was changed.
            </ErrorState>
          )}
        </Sheet>
        <EndedStops stops={stops?.filter(({ endedAt }) => endedAt !== undefined) ?? []} />
      </div>
    </>
  );
}

function StopRow({ name, stop }: { name: StopName; stop: Stop | undefined }) {
  const { mayMoveMoney } = useRights();
  const [isAsking, setAsking] = useState(false);
  const { label, does } = STOPS[name];
  const isWaiting = stop?.waitingApprovalId !== undefined;
  return (
    <li className={stop === undefined ? undefined : 'stopped'}>
      <div className="stack-2">
        <h3>{stop === undefined ? label : `${label} is stopped`}</h3>
        {stop === undefined ? <p className="muted">{does}</p> : <StopFacts stop={stop} />}
        {isWaiting && <p className="muted">Starting again waits for a second administrator.</p>}
      </div>
      {mayMoveMoney && !isWaiting && (
        <Button variant={stop === undefined ? 'secondary' : 'primary'} small onClick={() => setAsking(true)}>
          {stop === undefined ? `Stop ${name}` : `Start ${name} again`}
        </Button>
      )}
      {isAsking && stop === undefined && <StartStop name={name} onClose={() => setAsking(false)} />}
      {isAsking && stop !== undefined && <StartAgain stop={stop} onClose={() => setAsking(false)} />}
    </li>
  );
}

function StopFacts({ stop: { since, startedBy, reason, sentence } }: { stop: Stop }) {
  return (
    <>
      <p className="muted">
        Since <Time at={since} isMidSentence />, by {startedBy}: {reason}
      </p>
      <p>{sentence.en}</p>
      <p lang="sw">{sentence.sw}</p>
    </>
  );
}

function EndedStops({ stops }: { stops: readonly Stop[] }) {
  if (stops.length === 0) return undefined;
  return (
    <Sheet title="Ended stops">
      <ul className="stops">
        {stops.map(({ stopId, name, since, endedAt = since, startedBy, reason }) => (
          <li key={stopId}>
            <div className="stack-2">
              <h3>{STOPS[name].label}</h3>
              <p className="muted">
                <Time at={since} /> to <Time at={endedAt} isMidSentence />, by {startedBy}: {reason}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
