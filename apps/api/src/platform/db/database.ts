import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.generated.ts';

export type Database = DB;
export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;

const INT8 = 20;

/**
 * Opens a pool. Whole numbers of 64 bits arrive as bigint, because cents may pass what a double holds.
 * @param url connection string of the application role
 * @param options.connections how many connections the pool may hold
 */
export function openDatabase(url: string, options: { connections: number; name: string }): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser: parserFor },
    options: '-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000',
  });
  // A connection that the server closes must not end the process, neither an idle one nor one in the middle of a
  // transaction: the pool opens another, and the query under way reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

type Parser = (value: string) => unknown;

// We never ask for the binary format.
function parserFor(oid: number): Parser {
  if (oid === INT8) return BigInt;
  // pg types its parsers as `any`.
  return pg.types.getTypeParser(oid, 'text') as Parser;
}
