import type { StopInForce, StopName } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { isClosed } from '../restores/index.ts';
import { readStops } from '../stops/index.ts';
import { readPauses, readProviderState, readQueue, type TopicSigns } from '../system-health/index.ts';

/** `delayed`: it happens, but later. `paused`, `stopped`: refused for now. */
export type PartState = 'works' | 'delayed' | 'paused' | 'stopped' | 'down' | 'unknown';
export type PartName = StopName | 'mpesa' | 'sms' | 'mail';
export type Status = { parts: Record<PartName, PartState>; stops: StopInForce[] };

/** A message that waits longer than this is late. */
const LATE_MS = 5 * MINUTE_MS;

/** Reads what works now. Says nothing about amounts, numbers of payments or people. */
export async function readStatus(deps: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<Status> {
  const { db, clock } = deps;
  const [provider, topics, pauses, stops, isAllClosed] = await Promise.all([
    readProviderState(deps),
    readQueue(db),
    readPauses(db),
    readStops(db),
    isClosed(db),
  ]);
  const isSilent = provider === 'bad';
  const isPaused = (what: 'withdrawals' | 'settlements') =>
    pauses.some((one) => one.what === what && !one.isOver);
  const whole = (usual: PartState, name: StopName): PartState => {
    if (stops.some((stop) => stop.name === name)) return 'stopped';
    return isAllClosed ? 'paused' : usual;
  };
  const payOut = (what: 'withdrawals' | 'settlements') => {
    if (isPaused(what)) return 'paused';
    return isSilent ? 'delayed' : 'works';
  };
  const messages = (topic: string) => (isLate(topics, topic, clock.now()) ? 'delayed' : 'works');
  return {
    parts: {
      buying: whole(isSilent ? 'down' : 'works', 'buying'),
      claiming: whole('works', 'claiming'),
      redeeming: whole('works', 'redeeming'),
      withdrawing: whole(payOut('withdrawals'), 'withdrawing'),
      settling: whole(payOut('settlements'), 'settling'),
      mpesa: isSilent ? 'down' : 'works',
      sms: messages('sms'),
      mail: messages('email'),
    },
    stops,
  };
}

function isLate(topics: readonly TopicSigns[], topic: string, now: Date): boolean {
  return topics.some(
    (one) => one.topic === topic && one.oldestAt && now.getTime() - one.oldestAt.getTime() > LATE_MS,
  );
}
