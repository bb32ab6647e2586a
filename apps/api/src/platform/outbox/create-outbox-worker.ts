import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBatcher } from '../batcher.ts';
import { createWakeSignal } from '../wake-signal.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Db } from '../db/database.ts';
import { withRetries } from '../db/in-transaction.ts';
import type { Listener } from '../db/listen.ts';
import { OUTBOX_CHANNEL } from './enqueue.ts';
import { createRowHandling, type OutboxHandler } from './handle-row.ts';
import { finishRows, leaseRows, type FinishedRow, type LeasedRow } from './rows.ts';

export type OutboxWorkerOptions = {
  /** Handlers by topic. Rows of other topics are left to other workers. */
  handlers: Record<string, OutboxHandler>;
  /** Maximum number of rows that this process handles at once. */
  concurrency: number;
  pollMs?: number;
  leaseMs?: number;
};

export type OutboxWorker = {
  /** Leases no more rows, and waits at most 20 seconds for running ones. */
  stop: () => Promise<void>;
};

const POLL_MS = 500;
const LEASE_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
/** Rows that arrive or finish within this time share an SQL statement. After a pause, the first row does not wait. */
const GATHER_MS = 50;
/** The same time while more rows wait for a free slot. */
const GATHER_BUSY_MS = 5;

/**
 * Creates a worker that processes outbox rows. Any number of workers may run. A running row is leased. If its worker
 * dies, another one takes the row over after the lease, and `wasInterrupted` is true.
 */
export function createOutboxWorker(
  deps: { db: Db; keys: Keys; log: Logger; listener?: Listener },
  options: OutboxWorkerOptions,
): OutboxWorker {
  const { handlers, concurrency, pollMs = POLL_MS, leaseMs = LEASE_MS } = options;
  const handling = createRowHandling(deps, handlers, leaseMs);
  const underWay = new Set<Promise<void>>();
  const wakeSignal = createWakeSignal();
  let isExhausted = true;
  // If the answer was lost, the retry finds the rows already finished.
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
      // Fewer rows than requested: the outbox is empty for now. Otherwise wait until a slot is free.
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
      deps.log.warn({ err: error }, 'outbox could not be read');
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
    const handled = await handling.handle(row);
    const { next, about } = handled;
    try {
      const isFinished = await finishing.submit({ id: row.id, leaseToken: row.leaseToken, next });
      await handling.conclude(isFinished, handled);
    } catch (error) {
      deps.log.error({ ...about, err: error }, 'outbox row could not be finished; its lease will expire');
    }
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

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
