import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { createDeps } from '../apps/api/src/app.ts';
import { readConfig } from '../apps/api/src/config/config.ts';
import { BadConfiguration } from '../apps/api/src/config/environment.ts';
import { StartUpMistake } from './start-up-mistake.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findServer } from './embedded-postgres/left-over-server.ts';
import { loadPasswords } from './embedded-postgres/roles.ts';

/**
 * Runs a command of an operator against the database, and ends the process: 0, or 1 after one sentence.
 * @param work answers whether all is well
 */
export async function runCommand(
  name: string,
  work: (deps: ReturnType<typeof createDeps>) => Promise<boolean>,
): Promise<never> {
  try {
    const isWell = await onDatabase(process.env, async (appUrl) => {
      const deps = createDeps(readConfig({ ...process.env, DATABASE_URL: appUrl, LOG_LEVEL: 'warn' }), name);
      try {
        return await work(deps);
      } finally {
        await deps.db.destroy();
      }
    });
    process.exit(isWell ? 0 : 1);
  } catch (error) {
    const isMistake = error instanceof StartUpMistake || error instanceof BadConfiguration;
    if (isOlderSchema(error)) console.error(OLDER_SCHEMA);
    else console.error(isMistake ? error.message : error);
    process.exit(1);
  }
}

const OLDER_SCHEMA =
  'The database is of an older version of Zawadi; run `npm start` once, which brings it up to date.';
const MISSING_TABLE_OR_FUNCTION = ['42P01', '42883'];

function isOlderSchema(error: unknown): boolean {
  return error instanceof DatabaseError && MISSING_TABLE_OR_FUNCTION.includes(error.code ?? '');
}

/**
 * Runs a command on the database that `npm start` uses: the one of DATABASE_URL, the embedded one that runs now, or
 * the embedded one started for this long.
 * @param work gets the address for the application's role
 * @throws StartUpMistake when there is no database yet
 */
async function onDatabase<T>(
  environment: Record<string, string | undefined>,
  work: (appUrl: string) => Promise<T>,
): Promise<T> {
  const { database, dataDir } = readConfig(environment);
  if (database.url !== undefined) return work(database.url);
  const folder = join(dataDir, 'postgres');
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster)) {
    throw new StartUpMistake(
      `There is no database in ${dataDir} yet; run \`npm start\` once, or set DATABASE_URL.`,
    );
  }
  if (findServer(cluster)) return work(addressOfRunning(folder));
  const server = await startEmbeddedPostgres({ dataDir: folder });
  try {
    return await work(server.appUrl);
  } finally {
    await server.stop();
  }
}

/** https://www.postgresql.org/docs/18/storage-file-layout.html: the fourth line of the file is the port. */
function addressOfRunning(folder: string): string {
  const port = readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[3] ?? '';
  const { zawadi: password } = loadPasswords(join(folder, 'passwords.json'));
  return `postgres://zawadi:${password}@127.0.0.1:${port.trim()}/zawadi`;
}
