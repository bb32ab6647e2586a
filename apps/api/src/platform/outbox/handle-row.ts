import type { Logger } from 'pino';
import { decrypt, type Keys } from '../crypto/keys.ts';
import { inSpan } from '../tracing/tracing.ts';
import { nextStateOf, type NextState, type Outcome } from './outcome.ts';
import type { LeasedRow } from './rows.ts';

/** Facts about an attempt, for a handler. */
export type OutboxTry = Pick<LeasedRow, 'id' | 'attempt' | 'ageMs' | 'wasInterrupted'> & {
  /** Aborts shortly before the lease ends. The handler must then stop. */
  signal: AbortSignal;
};

export type OutboxHandler = {
  /** Processes one row. If it throws, the error is logged as a fault, and the row is retried. */
  run(payload: unknown, about: OutboxTry): Promise<Outcome>;
  /** Pauses after the first, second, … failed attempt. After the last pause, one more failure gives the row up. */
  retryDelaysMs: readonly number[];
};

type About = { outboxId: string; topic: string; attempt: number };

type Handled = { next: NextState; about: About } & Pick<Outcome, 'afterwards'>;

/**
 * Creates the handling of leased rows by the handlers of their topics, for the worker and for `handleDueRows`.
 */
export function createRowHandling(
  { keys, log }: { keys: Keys; log: Logger },
  handlers: Record<string, OutboxHandler>,
  leaseMs: number,
) {
  async function run(handler: OutboxHandler, row: LeasedRow, about: About): Promise<Outcome> {
    // Gives up a row that has killed its worker too often.
    if (row.attempt > handler.retryDelaysMs.length + 1)
      return { kind: 'dead', reason: 'interrupted too often' };
    try {
      const { id, attempt, ageMs, wasInterrupted } = row;
      const signal = AbortSignal.timeout(leaseMs * 0.9);
      const { traceparent, ...payload } = payloadOf(decrypt(keys, row.payload));
      return await inSpan(`outbox ${row.topic}`, { ...(traceparent && { traceparent }) }, () =>
        handler.run(payload, { id, attempt, ageMs, wasInterrupted, signal }),
      );
    } catch (error) {
      log.error({ ...about, err: error }, 'outbox handler failed');
      return { kind: 'retry', reason: 'fault' };
    }
  }

  return {
    /** @returns the row's next state, which the caller stores before it calls `conclude` */
    handle: async (row: LeasedRow): Promise<Handled> => {
      const about = { outboxId: row.id, topic: row.topic, attempt: row.attempt };
      const handler = handlers[row.topic];
      if (!handler) throw new Error(`no handler for the topic ${row.topic}`);
      const outcome = await run(handler, row, about);
      const next = nextStateOf(outcome, row.attempt, handler.retryDelaysMs, Math.random());
      return { next, about, afterwards: outcome.afterwards };
    },
    /**
     * Logs the stored state of a row, and runs the outcome's `afterwards`.
     * @param isFinished false if another worker has leased the row since
     */
    conclude: async (isFinished: boolean, { next, about, afterwards }: Handled): Promise<void> => {
      const { state, reason } = next;
      const ended = { ...about, state, reason };
      if (!isFinished) log.warn(ended, 'outbox row was already finished, or leased by another worker');
      else if (state === 'dead') log.error(ended, 'outbox row was given up');
      else if (state === 'unknown') log.warn(ended, 'outcome of an outbox row is unknown');
      else if (state === 'pending') log.info(ended, 'outbox row will be retried');
      if (!isFinished || state === 'pending') return;
      await afterwards?.().catch((error: unknown) =>
        log.error({ ...about, err: error }, 'the work after an outbox row failed'),
      );
    },
  };
}

/** Parses a payload that `enqueue` sealed. */
function payloadOf(json: string): { traceparent?: string } {
  return JSON.parse(json) as { traceparent?: string };
}
