import { Kysely, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { Gauge } from 'prom-client';
import { processMetrics } from '../metrics/registry.ts';
import { openPool } from './connections.ts';
import { Dialect } from './dialect.ts';
import type { DB } from './schema.generated.ts';
import { WatchedClient } from './watched-client.ts';

export type Database = DB;
export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;

const INT8 = 20;

/** Connections for one batch at a time, plus four members that are run alone. */
const BATCH_CONNECTIONS = 5;
const CONNECT_WITHIN_MS = 5_000;

const pools = new WeakMap<Db, pg.Pool>();
const batches = new WeakMap<Db, Db>();

/**
 * Opens a pool. Returns 64-bit integers as bigint, because cents may exceed the precision of a double.
 * @param url connection string of the application role
 * @param options.connections maximum number of connections in the pool
 * @param options.answerWithinMs maximum silence during a query. Unlike the server's own limit, it also ends queries
 *   to a
 *   frozen server
 */
export function openDatabase(
  url: string,
  options: { connections: number; name: string; answerWithinMs?: number },
): Db {
  const { answerWithinMs } = options;
  const pool = openApplicationPool(url, options.connections, {
    application_name: options.name,
    answerWithinMs,
  });
  const db = new Kysely<Database>({ dialect: new Dialect({ pool, isBeginSentAlong: false }) });
  pools.set(db, pool);
  const batchPool = openApplicationPool(url, BATCH_CONNECTIONS, {
    application_name: `${options.name}-batches`,
    answerWithinMs,
  });
  batches.set(
    db,
    new Kysely<Database>({ dialect: new Dialect({ pool: batchPool, isBeginSentAlong: true }) }),
  );
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
 * Returns a small second pool of the same database, for batches. It connects at first use. Batches then never wait
 * behind a list or report, and their plans stay cached. The first statement of a transaction here must change
 * nothing: it is sent with BEGIN. The next batch thus starts while the last one is answered.
 */
export function batchesOf(db: Db): Db {
  return madeHere(batches.get(db));
}

/** Returns the pg pool of a database, for SQL without Kysely. */
export function poolOf(db: Db): pg.Pool {
  return madeHere(pools.get(db));
}

function madeHere<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('This database was not made by openDatabase.');
  return value;
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

/** Thrown when a server turns out to be a replica. Replicas are read-only, so the connection is not used. */
export class ReplicaAnswers extends Error {
  override readonly name = 'ReplicaAnswers';
}

const ADMISSION = {
  text: `
    select pg_is_in_recovery() as "isReplica",
      case when not pg_is_in_recovery() and current_setting('synchronous_standby_names') <> ''
        then pg_logical_emit_message(true, 'zawadi', '') end`,
  query_timeout: CONNECT_WITHIN_MS,
};

/**
 * Checks a new connection before its first use. After a crash, a leader may show commits that its replicas lack.
 * Their callers got no answer and must get none now, because the next fail-over would lose these commits. Replicas
 * receive commits in order. Once they have a commit of this connection, they have all earlier ones.
 */
async function admit(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReplica: boolean }>(ADMISSION);
  if (rows[0]?.isReplica === true) throw new ReplicaAnswers('the database is a replica');
}

/**
 * Ends the connection of a process that lost its machine or network. Otherwise its locks would block other processes.
 */
const GONE_AFTER_6_S = '-c tcp_user_timeout=6000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1';

/** The pool awaits `onConnect`, although its types do not say so. */
type AwaitedPoolConfig = Omit<pg.PoolConfig, 'onConnect'> & {
  onConnect: typeof admit;
  answerWithinMs: number | undefined;
};

function openApplicationPool(
  url: string,
  connections: number,
  more: Pick<AwaitedPoolConfig, 'application_name' | 'answerWithinMs'>,
): pg.Pool {
  const config: AwaitedPoolConfig = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser: parserFor },
    Client: WatchedClient,
    // SQL statements sent before an answer arrives share one network write.
    pipeline: true,
    options: `-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000 ${GONE_AFTER_6_S}`,
    ...more,
    onConnect: admit,
  };
  return openPool(config);
}

type Parser = (value: string) => unknown;

// The binary format is never requested.
function parserFor(oid: number): Parser {
  if (oid === INT8) return BigInt;
  // pg types its parsers as `any`.
  return pg.types.getTypeParser(oid, 'text') as Parser;
}
