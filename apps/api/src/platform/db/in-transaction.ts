import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Logger } from 'pino';
import { newId } from '../ids.ts';
import { ReplicaAnswers, type Db, type Transaction } from './database.ts';
import { runWithCommit } from './dialect.ts';
import { isLineError, isStalePlan, READ_TIMEOUT } from './watched-client.ts';

const ATTEMPTS = 5;
/** A caller waits at most ten seconds, and one attempt may take eight of them. */
const RETRY_WITHIN_MS = 2_000;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Thrown by work that must be retried from its start, because a concurrent transaction won. */
export class RetryTransaction extends Error {
  override readonly name = 'RetryTransaction';
}

/** Thrown when a transaction may or may not have committed. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/**
 * Runs `work` in one transaction. Retries it after a serialization failure, a deadlock or a lost connection. If the
 * answer to COMMIT is lost, reads the outcome from the database. `work` reruns only after a rollback, so it need not
 * guard against running twice.
 * @throws UnknownOutcome if the outcome cannot be read: `work` may have committed
 */
export function inTransaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRetries(async () => {
    const id = newId();
    let finished: { value: T } | undefined;
    try {
      return await db.transaction().execute(async (tx) => {
        const value = await work(tx);
        const outcome = sql`
          insert into transaction_outcomes (id, is_abandoned)
          select ${id}, false where pg_current_xact_id_if_assigned() is not null`;
        await runWithCommit(tx, outcome);
        finished = { value };
        return value;
      });
    } catch (error) {
      if (finished && isConnectionLoss(error) && (await wasCommitted(db, id))) return finished.value;
      throw error;
    }
  });
}

/**
 * Waits until the outcome of a transaction is known. If it has not committed, makes sure that it never will.
 * @throws UnknownOutcome, which is not retried: the first transaction may have committed, and a retry would be a
 *   second one
 */
async function wasCommitted(db: Db, id: string): Promise<boolean> {
  try {
    return await askWhetherCommitted(db, id);
  } catch (error) {
    throw new UnknownOutcome('the database does not say whether a transaction was committed', {
      cause: error,
    });
  }
}

function askWhetherCommitted(db: Db, id: string): Promise<boolean> {
  return withRetries(async () => {
    await sql`
      insert into transaction_outcomes (id, is_abandoned) values (${id}, true) on conflict do nothing`.execute(
      db,
    );
    const { rows } = await sql<{ isAbandoned: boolean }>`
      select is_abandoned as "isAbandoned" from transaction_outcomes where id = ${id}`.execute(db);
    return rows[0]?.isAbandoned === false;
  });
}

/** Deletes outcomes that no process reads any more. Runs daily as a job. */
export async function deleteOldTransactionOutcomes(db: Db): Promise<void> {
  await sql`select delete_old_transaction_outcomes()`.execute(db);
}

/** Runs a transaction, and retries it as `inTransaction` does. */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isOver = attempt === ATTEMPTS || performance.now() - startedMs > RETRY_WITHIN_MS;
      if (isOver || !isTransient(error)) throw error;
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** True for transient errors: the transaction may succeed when it is retried. */
function isTransient(error: unknown): boolean {
  if (error instanceof RetryTransaction || isConnectionLoss(error) || isStalePlan(error)) return true;
  return error instanceof DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);
}

/**
 * True if the database was unreachable or the connection was lost. Running statements may or may not have taken
 * effect.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08|57P0[1-3])/u.test(error.code ?? '');
  if (error instanceof ReplicaAnswers) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    (isLineError(error) && ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'].includes(code)) ||
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/u.test(error.message) ||
    error.message === READ_TIMEOUT
  );
}

const LONGEST_PAUSE_MS = 5_000;

/** Runs a trivial query; throws if the database does not answer. */
export async function requireReachable(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Waits until the database answers, with growing pauses. The process may start before the database, or while it
 * restarts.
 * @param ask query that must succeed; errors other than lost connections are rethrown
 */
export async function untilReachable(db: Db, log: Logger, ask = requireReachable): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ask(db);
      return;
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      log.warn({ err: error }, 'waiting for the database');
      await pause(Math.min(100 * 2 ** attempt, LONGEST_PAUSE_MS));
    }
  }
}

/** SQLSTATE of a full disk, missing connections or memory, a read-only server, a lock time-out or a slow statement. */
const IN_TROUBLE = /^(53|25006|55P03|57014)/u;

/** True if the database caused the error, not the request. A retry may succeed. */
export function isDatabaseInTrouble(error: unknown): boolean {
  if (isTransient(error) || error instanceof UnknownOutcome) return true;
  return error instanceof DatabaseError && IN_TROUBLE.test(error.code ?? '');
}

const NOT_ALLOWED = 'ZA403';

/** True if a database function refused the actor. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === NOT_ALLOWED;
}

/** True if a row with the same unique key exists. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}
