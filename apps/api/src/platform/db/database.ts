import { once } from 'node:events';
import { Kysely, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { Gauge } from 'prom-client';
import { processMetrics } from '../metrics/registry.ts';
import { Dialect } from './dialect.ts';
import { createStatementNames } from './named-statements.ts';
import type { DB } from './schema.generated.ts';

export type Database = DB;
export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;

const INT8 = 20;

/** One for each cell that batches are under way in, and for what is run alone. One PostgreSQL needs five. */
const BATCH_CONNECTIONS = 16;
/** More than the server's own limit of a statement. */
const ANSWER_WITHIN_MS = 20_000;
const CONNECT_WITHIN_MS = 5_000;
/** How long what has failed may take to be undone. Usually the same packet says that it is. */
const UNDO_WITHIN_MS = 500;

const batchPools = new WeakMap<Db, pg.Pool>();

/**
 * Opens a pool. Whole numbers of 64 bits arrive as bigint, because cents may pass what a double holds.
 * @param url connection string of the application role
 * @param options.connections how many connections the pool may hold
 * @param options.answerWithinMs how long a query may take, also where the server is frozen and enforces no limit itself
 */
export function openDatabase(
  url: string,
  options: { connections: number; name: string; answerWithinMs?: number },
): Db {
  const query_timeout = options.answerWithinMs ?? ANSWER_WITHIN_MS;
  const pool = openPool(url, options.connections, { application_name: options.name, query_timeout });
  const db = new Kysely<Database>({ dialect: new Dialect({ pool }) });
  const batchPool = openPool(url, BATCH_CONNECTIONS, {
    application_name: `${options.name}-batches`,
    query_timeout,
  });
  batchPools.set(db, batchPool);
  openPools.set(pool, 'queries').set(batchPool, 'batches');
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    openPools.delete(pool);
    openPools.delete(batchPool);
    await Promise.all([destroy(), batchPool.ending || batchPool.end()]);
  };
  return db;
}

/**
 * A few more connections to the same database, opened when they are first needed: for batches, which travel in fewer
 * round trips than Kysely takes, and find their plans made because hardly any other query uses the connection.
 */
export function batchPoolOf(db: Db): pg.Pool {
  const pool = batchPools.get(db);
  if (!pool) throw new Error('This database was not made by openDatabase.');
  return pool;
}

const openPools = new Map<pg.Pool, 'queries' | 'batches'>();

processMetrics.registerMetric(
  new Gauge({
    name: 'zawadi_database_connections',
    help: 'Connections of this process to the database, by pool and state: in_use or idle',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      this.reset();
      for (const [{ totalCount, idleCount }, pool] of openPools) {
        this.inc({ pool, state: 'in_use' }, totalCount - idleCount);
        this.inc({ pool, state: 'idle' }, idleCount);
      }
    },
  }),
);
processMetrics.registerMetric(
  new Gauge({
    name: 'zawadi_database_waiting',
    help: 'Transactions and queries of this process that wait for a connection',
    labelNames: ['pool'],
    registers: [],
    collect() {
      this.reset();
      for (const [{ waitingCount }, pool] of openPools) this.inc({ pool }, waitingCount);
    },
  }),
);

const lineErrors = new WeakSet<object>();

/**
 * True for what went wrong on a connection to the database itself. The bare code, ECONNRESET for one, is also that of a
 * caller who hung up.
 */
export function isLineError(error: object): boolean {
  return lineErrors.has(error);
}

export const READ_TIMEOUT = 'Query read timeout';

/** Queries fail with the very error that the connection reports. */
class WatchedClient extends pg.Client {
  /** From an ERROR until its server is ready for the next query. */
  #isUndoing = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('error', (error: object) => lineErrors.add(error));
    for (const event of ['readyForQuery', 'end']) this.connection.on(event, () => (this.#isUndoing = false));
    this.connection.on('errorMessage', () => (this.#isUndoing = true));
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      this.#writeTogether();
      const answer = query(...named(given));
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#failWith(error)) : answer;
    }) as typeof this.query;
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
   * what failed, on Citus for as long as a node is silent. A frozen server answers nothing that follows either, not even
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

/** What answers is a replica: no connection to it is used, as it can't be written to. */
export class ReplicaAnswers extends Error {
  override readonly name = 'ReplicaAnswers';
}

const ADMISSION = {
  text: `
    select pg_is_in_recovery() as "isReplica",
      case when not pg_is_in_recovery() and current_setting('synchronous_standby_names') <> ''
        then pg_logical_emit_message(true, 'zawadi', '') end,
      case when exists (select from pg_extension where extname = 'citus')
        then set_config('plan_cache_mode', 'force_custom_plan', false) end`,
  query_timeout: CONNECT_WITHIN_MS,
};

/**
 * Looks at a new connection before it is used. A leader that crashed and came back shows commits that were on their way to
 * its replicas: their callers were told nothing, and must not be told now, as the next fail-over would lose them.
 * Replicas receive the log in order, so once a commit of this connection has arrived there, all before it have.
 * With a plan for any value, Citus would not know to which node a statement leads.
 */
async function admit(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReplica: boolean }>(ADMISSION);
  if (rows[0]?.isReplica === true) throw new ReplicaAnswers('the database is a replica');
}

/** A process whose machine or line is gone says nothing any more, and its locks would keep the others waiting. */
const GONE_AFTER_6_S = '-c tcp_user_timeout=6000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1';

/** The pool waits for what `onConnect` returns, which its types do not say. */
type AwaitedPoolConfig = Omit<pg.PoolConfig, 'onConnect'> & { onConnect: typeof admit };

function openPool(url: string, connections: number, more: pg.PoolConfig): pg.Pool {
  const config: AwaitedPoolConfig = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser: parserFor },
    Client: WatchedClient,
    // What is sent before an answer has come travels together.
    pipeline: true,
    options: `-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000 ${GONE_AFTER_6_S}`,
    ...more,
    onConnect: admit,
  };
  const pool = new pg.Pool(config);
  // A connection that the server closes must not end the process, neither an idle one nor one in the middle of a
  // transaction: the pool opens another, and the query under way reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

type Parser = (value: string) => unknown;

// We never ask for the binary format.
function parserFor(oid: number): Parser {
  if (oid === INT8) return BigInt;
  // pg types its parsers as `any`.
  return pg.types.getTypeParser(oid, 'text') as Parser;
}
