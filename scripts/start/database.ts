import { appendFileSync, closeSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainMigrationFailure, migrate, OtherVersion } from '../../apps/api/src/platform/db/migrate.ts';
import { requireFewRights, UnusableDatabase } from '../../apps/api/src/platform/db/usable-database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { openLog } from '../open-log.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';

/** Another version created this database. The start left it unchanged. */
export class DataOfOtherVersion extends StartUpMistake {}

export type RunningDatabase = { appUrl: string; ownerUrl: string; stop: () => Promise<void> };

const OLDEST_POSTGRES = 18;
const LONGEST_PAUSE_SECONDS = 60;
const STEADY_AFTER_MS = 60_000;

/**
 * Opens the configured database, or starts an embedded one below the data folder and restarts it if it dies.
 *
 * @param input.url URL for the application; `ownerUrl` for migrations. Set both or neither.
 * @throws StartUpMistake in one sentence
 */
export async function openDatabase(
  input: { url: string | undefined; ownerUrl: string | undefined; dataDir: string },
  say: (line: string) => void,
): Promise<RunningDatabase> {
  const { url, ownerUrl, dataDir } = input;
  if (url === undefined && ownerUrl === undefined) return runEmbedded(join(dataDir, 'postgres'), say);
  if (url === undefined || ownerUrl === undefined) {
    throw new StartUpMistake(
      'Set both DATABASE_URL (application role) and DATABASE_OWNER_URL (migrations), or neither.',
    );
  }
  await checkReachable('DATABASE_OWNER_URL', ownerUrl);
  await checkReachable('DATABASE_URL', url);
  await checkRights(url, ownerUrl);
  return { appUrl: url, ownerUrl, stop: async () => undefined };
}

/**
 * Migrates the database to the newest schema.
 *
 * @param log called with a line for each migration
 * @throws DataOfOtherVersion
 * @throws StartUpMistake if a migration fails
 */
export async function migrateDatabase(
  { appUrl, ownerUrl }: RunningDatabase,
  log: (line: string) => void,
): Promise<void> {
  try {
    await migrate({ ownerUrl, appLogin: new URL(appUrl).username, log });
  } catch (error) {
    const sentence = explainMigrationFailure(error);
    throw error instanceof OtherVersion
      ? new DataOfOtherVersion(sentence)
      : new StartUpMistake(sentence, { cause: error });
  }
}

/**
 * Returns the `log` of `migrateDatabase` that keeps the terminal short: an upgrade may run many migrations.
 *
 * @param logFolder folder of `migrations.log`; if undefined, the lines are said
 */
export function logMigrations(
  logFolder: string | undefined,
  say: (line: string) => void,
): (line: string) => void {
  if (logFolder === undefined) return say;
  mkdirSync(logFolder, { recursive: true });
  const file = join(logFolder, 'migrations.log');
  return (line) => {
    const log = openLog(file);
    appendFileSync(log, `${new Date().toISOString()} ${line}\n`);
    closeSync(log);
  };
}

async function runEmbedded(dataDir: string, say: (line: string) => void): Promise<RunningDatabase> {
  let server = await startEmbeddedPostgres({ dataDir });
  const { port, appUrl, ownerUrl } = server;
  const stopping = new AbortController();
  const keepRunning = async (): Promise<void> => {
    let startedAt = Date.now();
    for (let failures = 0; ; failures += 1) {
      await server.hasExited;
      if (stopping.signal.aborted) return;
      if (Date.now() - startedAt > STEADY_AFTER_MS) failures = 0;
      // Some causes last, such as a full disk. Retries without pauses would fill the logs.
      const pause = failures === 0 ? 0 : Math.min(2 ** (failures - 1), LONGEST_PAUSE_SECONDS);
      say(`The database exited unexpectedly; restarting it${pause === 0 ? '' : ` in ${pause} s`}.`);
      await sleep(pause * 1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      startedAt = Date.now();
      try {
        server = await startEmbeddedPostgres({ dataDir, port });
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
      if (stopping.signal.aborted) return server.stop();
    }
  };
  const keeping = keepRunning();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await server.stop();
    await keeping;
  };
  return { appUrl, ownerUrl, stop };
}

async function checkReachable(variable: string, url: string): Promise<void> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  const { host, pathname } = new URL(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      `SELECT current_setting('server_version_num') AS version`,
    );
    const version = Math.floor(Number(rows[0]?.version) / 10_000);
    if (version >= OLDEST_POSTGRES) return;
    throw new StartUpMistake(
      `${variable} names a PostgreSQL ${version}; Zawadi needs ${OLDEST_POSTGRES} or newer.`,
    );
  } catch (error) {
    if (error instanceof StartUpMistake) throw error;
    throw new StartUpMistake(
      `${variable} does not lead to a database: ${host}${pathname} said "${reasonOf(error)}". Start that PostgreSQL or correct the address.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkRights(url: string, ownerUrl: string): Promise<void> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await requireFewRights(client, decodeURIComponent(new URL(ownerUrl).username));
  } catch (error) {
    throw error instanceof UnusableDatabase ? new StartUpMistake(error.message) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns an error's message. If a host with several addresses refuses the connection, Node throws one AggregateError.
 */
function reasonOf(error: unknown): string {
  const [cause] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return cause instanceof Error ? cause.message : String(cause);
}
