import { once } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';
import { createStatementNames } from './named-statements.ts';

/** More than the server's own limit of a statement. */
const ANSWER_WITHIN_MS = 20_000;
/** How long what has failed may take to be undone. Usually the same packet says that it is. */
const UNDO_WITHIN_MS = 500;

const lineErrors = new WeakSet<object>();

/**
 * True for what went wrong on a connection to the database itself. The bare code, ECONNRESET for one, is also that of a
 * caller who hung up.
 */
export function isLineError(error: object): boolean {
  return lineErrors.has(error);
}

/** What pg says as well when an answer takes too long. */
export const READ_TIMEOUT = 'Query read timeout';

/** Queries fail with the very error that the connection reports. */
export class WatchedClient extends pg.Client {
  /** From an ERROR until its server is ready for the next query. */
  #isUndoing = false;
  /** Queries under way; the first is to be let in. */
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
   * Ends the connection when nothing came for so long while it was asked for something. One timer for each connection: with pg's own, one for
   * each query, what belonged to queries that are answered takes several times as many full garbage collections.
   */
  #endSilence(afterMs: number): void {
    const { stream } = this.connection;
    if (!(stream instanceof Socket)) throw new Error('not a socket');
    stream.setTimeout(afterMs);
    stream.on('timeout', () => {
      if (this.#unanswered > 0) stream.destroy(new Error(READ_TIMEOUT));
    });
  }

  /** What is asked in one go is one write: each would wake the database's process, which takes the processor from this one. */
  #writeTogether(): void {
    const { stream } = this.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /**
   * Fails when the connection can be used again, or is given up: what is asked on it would wait for the server to undo
   * what failed. A frozen server answers nothing that follows either, not even
   * a rollback, and a stale plan stays.
   */
  async #failWith(error: unknown): Promise<never> {
    if (this.#isUndoing) await this.#untilUndone();
    const isUseless = isStalePlan(error) || (error instanceof Error && error.message === READ_TIMEOUT);
    if ((isUseless || this.#isUndoing) && !this.connection.stream.closed) {
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

/** A migration has changed what a statement returns, while this connection had a plan of it. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === FEATURE_NOT_SUPPORTED &&
    error.routine === 'RevalidateCachedQuery'
  );
}
