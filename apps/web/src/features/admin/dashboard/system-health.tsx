import type { HealthState, SystemHealth } from '@zawadi/contract/system-health';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { FloatText, JobsText, QueueText, UnknownText, WebhooksText } from './health-details.tsx';
import { CallbacksText, ProviderText } from './health-provider.tsx';
import { STATE_WORDS } from './health-words.ts';
import type { useHealth } from './use-dashboard.ts';

const LOOKS = {
  good: { tone: 'success', icon: CircleCheck },
  attention: { tone: 'warn', icon: TriangleAlert },
  bad: { tone: 'danger', icon: CircleX },
  unknown: { tone: 'neutral', icon: CircleDashed },
} as const;

/** Whether money can move and messages arrive; what needs attention stands out. */
export function SystemHealthSheet({ health }: { health: ReturnType<typeof useHealth> }) {
  const { data, isError, error, isFetching, refetch } = health;
  return (
    <Sheet title="System Health" action={data && <State state={data.state} />}>
      {data !== undefined && <Lines health={data} />}
      {data === undefined && !isError && <ListSkeleton rows={7} />}
      {data === undefined && isError && (
        <LoadFailure
          title="The health of the system could not be loaded"
          of={{ error, isFetching, refetch }}
        />
      )}
    </Sheet>
  );
}

function Lines({ health }: { health: SystemHealth }) {
  const lines = [
    { name: 'M-PESA', state: health.provider.state, text: <ProviderText provider={health.provider} /> },
    {
      name: 'Callbacks',
      state: health.callbacks.state,
      text: <CallbacksText callbacks={health.callbacks} />,
    },
    {
      name: 'Unknown payments',
      state: health.unknownPayments.state,
      text: <UnknownText unknown={health.unknownPayments} />,
    },
    { name: 'Float against the ledger', state: health.float.state, text: <FloatText float={health.float} /> },
    { name: 'Messages to be sent', state: health.queue.state, text: <QueueText queue={health.queue} /> },
    { name: 'Webhooks', state: health.webhooks.state, text: <WebhooksText webhooks={health.webhooks} /> },
    { name: 'Jobs', state: health.jobs.state, text: <JobsText jobs={health.jobs} /> },
  ];
  return (
    <ul className="health">
      {lines.map(({ name, state, text }) => (
        <li key={name}>
          <b>{name}</b>
          <State state={state} />
          <p className="health-text">{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** The ordinary state is quiet. */
function State({ state }: { state: HealthState }) {
  const { tone, icon } = LOOKS[state];
  const isQuiet = state === 'good' || state === 'unknown';
  return (
    <span className={`${isQuiet ? 'status' : 'badge'} ${tone}`}>
      <Icon of={icon} />
      {STATE_WORDS[state]}
    </span>
  );
}
