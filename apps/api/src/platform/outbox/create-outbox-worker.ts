import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBatcher } from '../batcher.ts';
import { createWakeSignal } from '../wake-signal.ts';
import { decrypt, type Keys } from '../crypto/keys.ts';
import type { Db } from '../db/database.ts';
import { withRetries } from '../db/in-transaction.ts';
import type { Listener } from '../db/listen.ts';
import { inSpan } from '../tracing/tracing.ts';
import { OUTBOX_CHANNEL } from './enqueue.ts';
import { nextStateOf, type Outcome } from './outcome.ts';
import { finishRows, leaseRows, type FinishedRow, type LeasedRow } from './rows.ts';

/** What a handler may know beyond the payload. */
export type OutboxTry = Pick<LeasedRow, 'id' | 'attempt' | 'ageMs' | 'wasInterrupted'> & {
  /** Aborts shortly before the lease ends; what is still going on then must stop. */
  signal: AbortSignal;
};

export type OutboxHandler = {
  /** Carries out one row. What it throws counts as "try again", and is logged as a fault. */
  run(payload: unknown, about: OutboxTry): Promise<Outcome>;
  /** How long to wait after the first, second, … failed try; after the last the row is given up. */
  retryDelaysMs: readonly number[];
};

export type OutboxWorkerOptions = {
  /** By topic. Rows of other topics are left to workers that know them. */
  handlers: Record<string, OutboxHandler>;
  /** How many rows this process handles at once. */
  concurrency: number;
  pollMs?: number;
  leaseMs?: number;
};

export type OutboxWorker = {
  /** Takes no more rows and waits for those under way, 20 seconds at most. */
  stop: () => Promise<void>;
};

const POLL_MS = 500;
const LEASE_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
/** What comes within this time, or is finished, shares a statement; the first after a pause does not wait. */
const GATHER_MS = 50;
/** What is finished within this time, where more rows wait for its slots. */
const GATHER_BUSY_MS = 5;

/**
 * Carries out outbox rows, beside any number of other workers. A row that is under way is leased: when its worker
 * dies another one takes it over after the lease, and is told so by `wasInterrupted`.
 */
export function createOutboxWorker(
  deps: { db: Db; keys: Keys; log: Logger; listener?: Listener },
  options: OutboxWorkerOptions,
): OutboxWorker {
  const { handlers, concurrency, pollMs = POLL_MS, leaseMs = LEASE_MS } = options;
  const underWay = new Set<Promise<void>>();
  const wakeSignal = createWakeSignal();
  let isExhausted = true;
  // A second try after a lost answer finds nothing left to do.
  const finish = (rows: FinishedRow[]) => withRetries(() => finishRows(deps.db, rows));
  const finishing = createBatcher<FinishedRow, boolean>({
    maxBatch: concurrency,
    maxQueue: concurrency,
    writers: 1,
    fallbackWorkers: 1,
    maxWaitMs: leaseMs,
    run: async (rows) => {
      const gatherMs = isExhausted ? GATHER_MS : GATHER_BUSY_MS;
      const [finished] = await Promise.all([finish(rows), isStopping || pause(gatherMs)]);
      return finished.map((value) => ({ value }));
    },
    runOne: async (row) => (await finish([row]))[0] ?? false,
    onBatchError: (error) => deps.log.warn({ err: error }, 'outbox rows could not be finished together'),
  });
  const unsubscribe = deps.listener?.subscribe(OUTBOX_CHANNEL, wakeSignal.wake);
  let isStopping = false;

  async function takeRows(): Promise<void> {
    while (!isStopping) {
      const free = concurrency - underWay.size;
      const rows = free === 0 ? [] : await leaseOrLog(free);
      for (const row of rows) start(row);
      // Fewer than asked for: there is no more for now. As many: a slot that gets free rings, if it has not become free meanwhile.
      isExhausted = rows.length < free;
      if (isExhausted) await pause(GATHER_MS);
      else if (underWay.size < concurrency) continue;
      await wakeSignal.waitAtMost(pollMs);
    }
  }

  async function leaseOrLog(limit: number): Promise<LeasedRow[]> {
    try {
      return await leaseRows(deps.db, { topics: Object.keys(handlers), limit, leaseMs });
    } catch (error) {
      deps.log.warn({ err: error }, 'the outbox could not be read');
      return [];
    }
  }

  function start(row: LeasedRow): void {
    const work = handle(row).finally(() => {
      underWay.delete(work);
      if (!isExhausted) wakeSignal.wake();
    });
    underWay.add(work);
  }

  async function handle(row: LeasedRow): Promise<void> {
    const about = { outboxId: row.id, topic: row.topic, attempt: row.attempt };
    const handler = handlers[row.topic];
    if (!handler) return;
    const outcome = await runHandler(handler, row, about);
    const next = nextStateOf(outcome, row.attempt, handler.retryDelaysMs, Math.random());
    try {
      const isFinished = await finishing.submit({ id: row.id, leaseToken: row.leaseToken, next });
      const ended = { ...about, state: next.state, reason: next.reason };
      if (!isFinished) deps.log.warn(ended, 'an outbox row was finished before, or leased by another worker');
      else logNextState(next.state, ended);
    } catch (error) {
      deps.log.error({ ...about, err: error }, 'an outbox row could not be finished; its lease will run out');
    }
  }

  async function runHandler(handler: OutboxHandler, row: LeasedRow, about: object): Promise<Outcome> {
    // A row that takes its worker down each time must not do so without end.
    if (row.attempt > handler.retryDelaysMs.length + 1)
      return { kind: 'dead', reason: 'interrupted too often' };
    try {
      const { id, attempt, ageMs, wasInterrupted } = row;
      const signal = AbortSignal.timeout(leaseMs * 0.9);
      const { traceparent, ...payload } = payloadOf(decrypt(deps.keys, row.payload));
      return await inSpan(`outbox ${row.topic}`, { ...(traceparent && { traceparent }) }, () =>
        handler.run(payload, { id, attempt, ageMs, wasInterrupted, signal }),
      );
    } catch (error) {
      deps.log.error({ ...about, err: error }, 'an outbox handler failed');
      return { kind: 'retry', reason: 'fault' };
    }
  }

  function logNextState(state: string, about: object): void {
    if (state === 'dead') deps.log.error(about, 'an outbox row was given up');
    else if (state === 'unknown') deps.log.warn(about, 'the outcome of an outbox row is unknown');
    else if (state === 'pending') deps.log.info(about, 'an outbox row will be tried again');
  }

  const taking = takeRows();
  return {
    stop: async () => {
      isStopping = true;
      unsubscribe?.();
      wakeSignal.wake();
      await taking;
      await Promise.race([Promise.allSettled(underWay), timeout(STOP_WITHIN_MS)]);
    },
  };
}

/** As `enqueue` has sealed it. */
function payloadOf(json: string): { traceparent?: string } {
  return JSON.parse(json) as { traceparent?: string };
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
