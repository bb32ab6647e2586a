import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../../config/deps.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import { readStatus, type PartName, type PartState, type Status } from './read-status.ts';

/** Status that this process knows. */
export type KeptStatus = {
  parts: Record<PartName, PartState>;
  stops: Status['stops'];
  /** Whether the database answered just now. Otherwise stops are as they were last known. */
  isDatabaseReachable: boolean;
  /** When the database last answered; undefined if it has not since this process started. */
  knownAt: Date | undefined;
};

export type StatusKeeper = { read: () => Promise<KeptStatus>; stop: () => void };

const FRESH_MS = 5 * SECOND_MS;
const READ_WITHIN_MS = 1_500;
/** The status is read without visitors, too. Otherwise the first visitor of an outage would find nothing. */
const READ_EVERY_MS = 30 * SECOND_MS;

const WITHOUT_DATABASE: KeptStatus['parts'] = {
  buying: 'down',
  claiming: 'down',
  redeeming: 'down',
  withdrawing: 'down',
  settling: 'down',
  mpesa: 'unknown',
  sms: 'unknown',
  mail: 'unknown',
};

/** Keeps the status in memory, so that the status page answers while the database does not. */
export function createStatusKeeper(deps: Pick<Deps, 'db' | 'config' | 'clock'>): StatusKeeper {
  let known: (Status & { at: Date }) | undefined;
  let isDatabaseReachable = false;
  let triedAtMs = -Infinity;
  // At most one read at a time: a frozen database must not collect more of them.
  let reading: Promise<Status> | undefined;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    triedAtMs = performance.now();
    reading ??= readStatus(deps).finally(() => (reading = undefined));
    const read = reading;
    // If the time limit wins, a later error of the read must not be unhandled.
    read.catch(() => undefined);
    const status = await Promise.race([read.catch(() => undefined), noAnswer()]);
    isDatabaseReachable = status !== undefined;
    if (status) known = { ...status, at: deps.clock.now() };
  }

  const refreshOnce = () => (refreshing ??= refresh().finally(() => (refreshing = undefined)));
  const timer = setInterval(() => void refreshOnce(), READ_EVERY_MS);
  timer.unref();

  return {
    stop: () => clearInterval(timer),
    read: async () => {
      if (performance.now() - triedAtMs > FRESH_MS) await refreshOnce();
      return {
        parts: isDatabaseReachable && known ? known.parts : WITHOUT_DATABASE,
        stops: known?.stops ?? [],
        isDatabaseReachable,
        knownAt: known?.at,
      };
    },
  };
}

function noAnswer(): Promise<undefined> {
  return pause(READ_WITHIN_MS, undefined, { ref: false });
}
