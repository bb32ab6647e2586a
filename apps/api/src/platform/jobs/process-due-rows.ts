import type { Logger } from 'pino';
import type { Db, Transaction } from '../db/database.ts';
import { inTransaction, isConnectionLoss, UnknownOutcome } from '../db/in-transaction.ts';

/** Maximum number of failed rows. More failures mean a general fault. */
const MOST_FAILED = 20;

type Log = Pick<Logger, 'error'>;

export type Failures = {
  /**
   * Runs the work of one row. Logs and collects a failure, so that it stops no other row.
   * @param about ids of the row, for the log
   * @returns true if the work succeeded
   * @throws if the database is unavailable, or twenty rows have failed
   */
  apart: (about: Record<string, string>, work: () => Promise<unknown>) => Promise<boolean>;
  /**
   * Throws the collected failures, so that the job counts as failed and is retried.
   * @throws AggregateError if a row failed
   */
  rethrow: () => void;
};

/**
 * Collects failures of rows that are processed one by one.
 * @param sentence log message of each failure
 */
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
  /** Ids of rows to skip, because they failed in this run. */
  except: readonly string[];
};

/**
 * Processes due rows, many per transaction. If a transaction fails, halves the number of rows until the failing row
 * is alone. Logs that row and leaves it due for the next run. Continues with the other rows.
 * @param due.take claims rows, in the transaction of their work
 * @returns the number of rows processed
 * @throws AggregateError at the end if a row failed; also whatever `take` throws
 */
export async function processDueRows<Row extends { id: string }>(
  { db, log }: { db: Db; log: Log },
  due: {
    atOnce: number;
    /** Log message of a failing row. */
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
