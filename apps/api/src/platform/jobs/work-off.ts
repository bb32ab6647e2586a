import type { Logger } from 'pino';
import type { Db, Transaction } from '../db/database.ts';
import { inTransaction, isConnectionLoss, UnknownOutcome } from '../db/in-transaction.ts';

/** So many failures are no matter of single rows. */
const MOST_FAILED = 20;

type Log = Pick<Logger, 'error'>;

export type Failures = {
  /**
   * Does the work of one row. A failure is logged and kept, and holds up no other row.
   * @param about ids, for the log
   * @returns whether it succeeded
   * @throws when the database is away, or twenty rows have failed
   */
  apart: (about: Record<string, string>, work: () => Promise<unknown>) => Promise<boolean>;
  /** @throws AggregateError when a row failed, so that the job counts as failed and is tried again */
  rethrow: () => void;
};

/** Collects what fails while rows are worked off one by one. @param sentence is logged with each */
export function collectFailures(log: Log, sentence: string): Failures {
  const errors: unknown[] = [];
  const rethrow = () => {
    if (errors.length > 0) throw new AggregateError(errors, `${sentence}: ${errors.length} failed`);
  };
  return {
    apart: async (about, work) => {
      try {
        await work();
        return true;
      } catch (error) {
        if (isAway(error)) throw error;
        log.error({ err: error, ...about }, sentence);
        errors.push(error);
        if (errors.length >= MOST_FAILED) rethrow();
        return false;
      }
    },
    rethrow,
  };
}

export type Page = {
  limit: number;
  /** Ids of rows that have failed in this run. */
  except: readonly string[];
};

/**
 * Works off rows that are due, many in one transaction. If that fails, they are tried in halves until the failing row is
 * alone; it is logged, stays due for the next run, and holds up no other row.
 * @param due.take claims rows, in the transaction of their work
 * @returns how many rows were worked off
 * @throws AggregateError at the end when a row failed; what `take` throws
 */
export async function workOffDue<Row extends { id: string }>(
  { db, log }: { db: Db; log: Log },
  due: {
    atOnce: number;
    /** What is logged with a row that fails. */
    failure: string;
    take: (tx: Transaction, page: Page) => Promise<Row[]>;
    work: (tx: Transaction, rows: Row[]) => Promise<unknown>;
  },
): Promise<number> {
  const failures = collectFailures(log, due.failure);
  const except: string[] = [];
  let done = 0;
  for (let limit = due.atOnce; ;) {
    let taken: Row[] = [];
    const run = () =>
      inTransaction(db, async (tx) => {
        taken = [];
        taken = await due.take(tx, { limit, except });
        if (taken.length > 0) await due.work(tx, taken);
      });
    try {
      await run();
    } catch (error) {
      const [first] = taken;
      if (!first || isAway(error)) throw error;
      if (taken.length === 1) {
        except.push(first.id);
        await failures.apart({ id: first.id }, () => Promise.reject(error));
        limit = due.atOnce;
      } else limit = Math.ceil(taken.length / 2);
      continue;
    }
    done += taken.length;
    if (taken.length < limit) break;
    limit = Math.min(due.atOnce, limit * 2);
  }
  failures.rethrow();
  return done;
}

function isAway(error: unknown): boolean {
  return isConnectionLoss(error) || error instanceof UnknownOutcome;
}
