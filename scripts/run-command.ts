import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { createDeps } from '../apps/api/src/app.ts';
import { readConfig } from '../apps/api/src/config/config.ts';
import type { Deps } from '../apps/api/src/config/deps.ts';
import { openDatabase, type Db } from '../apps/api/src/platform/db/database.ts';
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
    const isWell = await onDatabase(process.env, async (appUrl, ownerUrl) => {
      const addresses = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl };
      const deps = createDeps(readConfig({ ...process.env, ...addresses, LOG_LEVEL: 'warn' }), name);
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

const OWNER_ANSWERS_WITHIN_MS = 600_000;

/**
 * Works as the role that owns the tables, for what the application itself may not do.
 * @throws StartUpMistake when only the address of the application's role is known
 */
export async function asOwner<T>({ config }: Pick<Deps, 'config'>, work: (db: Db) => Promise<T>): Promise<T> {
  const url = config.database.ownerUrl;
  if (url === undefined)
    throw new StartUpMistake('This command needs DATABASE_OWNER_URL beside DATABASE_URL.');
  const db = openDatabase(url, {
    connections: 2,
    name: 'operator',
    answerWithinMs: OWNER_ANSWERS_WITHIN_MS,
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
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
 * @param work gets the address for the application's role, and that for the owner's where it is known
 * @throws StartUpMistake when there is no database yet
 */
async function onDatabase<T>(
  environment: Record<string, string | undefined>,
  work: (appUrl: string, ownerUrl: string | undefined) => Promise<T>,
): Promise<T> {
  const { database, dataDir } = readConfig(environment);
  if (database.url !== undefined) return work(database.url, database.ownerUrl);
  const folder = join(dataDir, 'postgres');
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster)) {
    throw new StartUpMistake(
      `There is no database in ${dataDir} yet; run \`npm start\` once, or set DATABASE_URL.`,
    );
  }
  if (findServer(cluster))
    return work(addressOfRunning(folder, 'zawadi'), addressOfRunning(folder, 'zawadi_owner'));
  const server = await startEmbeddedPostgres({ dataDir: folder });
  try {
    return await work(server.appUrl, server.ownerUrl);
  } finally {
    await server.stop();
  }
}

/** https://www.postgresql.org/docs/18/storage-file-layout.html: the fourth line of the file is the port. */
function addressOfRunning(folder: string, role: 'zawadi' | 'zawadi_owner'): string {
  const port = readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[3] ?? '';
  const { [role]: password } = loadPasswords(join(folder, 'passwords.json'));
  return `postgres://${role}:${password}@127.0.0.1:${port.trim()}/zawadi`;
}
