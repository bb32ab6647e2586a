import { once } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';
import { createStatementNames } from './named-statements.ts';

/** Longer than the server's own limit for a statement. */
const ANSWER_WITHIN_MS = 20_000;
/** Maximum wait for the server's rollback after an error. Usually one packet reports both. */
const UNDO_WITHIN_MS = 500;

const lineErrors = new WeakSet<object>();

/**
 * True if the database connection itself failed. The error code alone, such as ECONNRESET, could also come from an
 * API caller that hung up.
 */
export function isLineError(error: object): boolean {
  return lineErrors.has(error);
}

/** Message of pg's error when an answer takes too long. */
export const READ_TIMEOUT = 'Query read timeout';

/**
 * A client whose queries fail with the error object that the connection reports, so that `isLineError` recognises it.
 */
export class WatchedClient extends pg.Client {
  /** True from an error until the server is ready for the next query. */
  #isUndoing = false;
  /** Number of queries without an answer. Starts at 1 for the check of the new connection. */
  #unanswered = 1;

  constructor(config?: pg.ClientConfig & { answerWithinMs?: number | undefined }) {
    super(config);
    this.connection.on('error', (error: object) => lineErrors.add(error));
    this.once('connect', () => this.#endSilence(config?.answerWithinMs ?? ANSWER_WITHIN_MS));
    this.connection.on('readyForQuery', () => {
      this.#isUndoing = false;
      this.#unanswered -= 1;
    });
    this.connection.on('end', () => (this.#isUndoing = false));
    this.connection.on('errorMessage', () => (this.#isUndoing = true));
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      this.#writeTogether();
      this.#unanswered += 1;
      const answer = query(...named(given));
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#failWith(error)) : answer;
    }) as typeof this.query;
  }

  /**
   * Ends the connection after a silence during a query. Uses one timer per connection. pg's own timer per query keeps
   * the objects of answered queries, and causes several times as many full garbage collections.
   */
  #endSilence(afterMs: number): void {
    const { stream } = this.connection;
    if (!(stream instanceof Socket)) throw new Error('not a socket');
    stream.setTimeout(afterMs);
    stream.on('timeout', () => {
      if (this.#unanswered > 0) stream.destroy(new Error(READ_TIMEOUT));
    });
  }

  /**
   * Joins the queries of one tick into one network write. Each write would wake the database's process, which
   * competes for the same processor.
   */
  #writeTogether(): void {
    const { stream } = this.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /**
   * Throws the error once the connection is usable again or dropped. Otherwise the next query would wait for the
   * rollback. Drops the connection if the server is frozen, because it will not answer. Drops it for a stale plan,
   * because the plan would stay.
   */
  async #failWith(error: unknown): Promise<never> {
    if (this.#isUndoing) await this.#untilUndone();
    const shouldDropConnection =
      isStalePlan(error) || (error instanceof Error && error.message === READ_TIMEOUT);
    if ((shouldDropConnection || this.#isUndoing) && !this.connection.stream.closed) {
      this.connection.stream.destroy();
      await once(this.connection, 'end');
    }
    throw error;
  }

  async #untilUndone(): Promise<void> {
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(UNDO_WITHIN_MS)]);
    await Promise.race(
      ['readyForQuery', 'end'].map((event) => once(this.connection, event, { signal })),
    ).catch(() => {});
    ended.abort();
  }
}

const statements = createStatementNames();

function named([text, values, ...more]: unknown[]): unknown[] {
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
    return [text, values, ...more];
  const name = statements.nameOf(text);
  return name === undefined ? [text, values, ...more] : [{ name, text, values }, ...more];
}

const FEATURE_NOT_SUPPORTED = '0A000';

/** True if a migration changed the result type of a statement whose plan this connection keeps. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === FEATURE_NOT_SUPPORTED &&
    error.routine === 'RevalidateCachedQuery'
  );
}
