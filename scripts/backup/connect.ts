import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '../../apps/api/src/platform/db/database.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';

/** One connection. `db` uses the same connection, so both share one transaction. */
export type Connection = { client: pg.Client; db: Db; close: () => Promise<void> };

const INT8 = 20;
/** A backup reads the whole database and a restore loads it, so both work without the application's time limits. */
const SETTINGS =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 ' +
  '-c client_encoding=UTF8 -c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres';

/** @throws StartUpMistake if the URL is missing or the server does not answer */
export async function connectAsOwner(ownerUrl: string | undefined): Promise<Connection> {
  if (ownerUrl === undefined)
    throw new StartUpMistake('DATABASE_OWNER_URL is missing: only the owner may load every table.');
  return connect(ownerUrl, 'DATABASE_OWNER_URL');
}

/**
 * Connects as the role `zawadi_backup`, which may only read; as the owner if no URL of that role is set.
 * @throws StartUpMistake if both URLs are missing or the server does not answer
 */
export async function connectToRead({ backupUrl, ownerUrl }: ReadingUrls): Promise<Connection> {
  if (backupUrl !== undefined) return connect(backupUrl, 'DATABASE_BACKUP_URL');
  if (ownerUrl !== undefined) return connect(ownerUrl, 'DATABASE_OWNER_URL');
  throw new StartUpMistake(
    'Set DATABASE_BACKUP_URL, the address with which zawadi_backup signs in, or DATABASE_OWNER_URL.',
  );
}

export type ReadingUrls = { backupUrl?: string | undefined; ownerUrl: string | undefined };

async function connect(url: string, setting: string): Promise<Connection> {
  const client = createClient({
    connectionString: url,
    application_name: 'zawadi-backup',
    connectionTimeoutMillis: 10_000,
    options: SETTINGS,
    // Parse values as the application does, because its functions read the books through this connection.
    types: {
      getTypeParser: (oid: number): never =>
        (oid === INT8 ? BigInt : pg.types.getTypeParser(oid, 'text')) as never,
    },
  });
  try {
    await client.connect();
  } catch (error) {
    const { host, pathname } = new URL(url);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartUpMistake(`${setting} does not lead to a database: ${host}${pathname} said "${reason}".`);
  }
  const connection = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => connection, end: async () => undefined };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as never }) });
  return { client, db, close: () => client.end() };
}

/**
 * Lists Zawadi's processes that are connected to this database.
 * @param appLogin login role of the application
 * @returns their application names
 */
export async function listConnected(client: pg.Client, appLogin: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT coalesce(nullif(application_name, ''), usename) AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND (usename = $1 OR application_name ~ '^((api|worker)(-batches|-listener)?|zawadi-jobs)$')
     ORDER BY 1`,
    [appLogin],
  );
  return rows.map(({ name }) => name);
}

/** @throws StartUpMistake if a process of Zawadi is connected: it would work while its data changes */
export async function requireNoneConnected(client: pg.Client, appLogin: string): Promise<void> {
  const names = await listConnected(client, appLogin);
  if (names.length > 0)
    throw new StartUpMistake(`Zawadi is connected to this database (${names.join(', ')}); stop it first.`);
}
