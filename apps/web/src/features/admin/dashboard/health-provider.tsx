import type { SystemHealth } from '@zawadi/contract/system-health';
import { Time } from '../../../ui/time.tsx';
import { countText } from '../count-text.ts';
import { PROVIDERS } from './health-words.ts';

/** When M-PESA last took a request of ours, and when it last did not. */
export function ProviderText({ provider }: { provider: SystemHealth['provider'] }) {
  const { name, lastAcknowledgedAt, lastUnansweredAt } = provider;
  return (
    <>
      {PROVIDERS[name]}.{' '}
      {lastAcknowledgedAt === undefined ? (
        'Nothing was asked of it yet.'
      ) : (
        <>
          Last answered <Time at={lastAcknowledgedAt} />.
        </>
      )}
      {lastUnansweredAt !== undefined && (
        <>
          {' '}
          Last without an answer <Time at={lastUnansweredAt} />.
        </>
      )}
    </>
  );
}

/** Whether M-PESA tells us what became of payments, and whether we keep up with it. */
export function CallbacksText({ callbacks }: { callbacks: SystemHealth['callbacks'] }) {
  const { lastReceivedAt, lastHour, waiting, oldestWaitingAt } = callbacks;
  if (lastReceivedAt === undefined) return 'None has arrived yet.';
  return (
    <>
      {countText(lastHour, 'arrived', 'arrived')} in the last hour, the latest <Time at={lastReceivedAt} />.
      {waiting > 0 && ` ${countText(waiting, 'is', 'are')} not processed yet`}
      {waiting > 0 && oldestWaitingAt !== undefined && (
        <>
          , the oldest of <Time at={oldestWaitingAt} />
        </>
      )}
      {waiting > 0 && '.'}
    </>
  );
}
