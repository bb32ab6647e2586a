import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { createDeps } from '../apps/api/src/app.ts';
import { readConfig } from '../apps/api/src/config/config.ts';
import { BadConfiguration } from '../apps/api/src/config/environment.ts';
import { openDatabase, type Db } from '../apps/api/src/platform/db/database.ts';
import { lineOf, readOptions, type CommandName } from './commands/commands.ts';
import { StartUpMistake } from './start-up-mistake.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findServer } from './embedded-postgres/left-over-server.ts';
import { loadPasswords } from './embedded-postgres/roles.ts';

/** Database URLs of the application's role and of the owner. For an external database, `ownerUrl` may be missing. */
export type DatabaseUrls = { appUrl: string; ownerUrl: string | undefined };

type Deps = ReturnType<typeof createDeps>;

/**
 * Runs an operator's command against the database, then exits with 0, or with 1 after one sentence.
 * @param work returns whether the command succeeded
 */
export function runCommand<Name extends CommandName>(
  name: Name,
  work: (deps: Deps, options: ReturnType<typeof readOptions<Name>>) => Promise<boolean>,
): Promise<never> {
  return endWith(() => {
    const options = readOptions(name);
    return onDatabase(process.env, (urls) => withDeps(name, urls, (deps) => work(deps, options)));
  });
}

/** Exits with 0, or with 1 after one sentence. */
export async function endWith(work: () => Promise<boolean>): Promise<never> {
  try {
    process.exit((await work()) ? 0 : 1);
  } catch (error) {
    const isMistake = error instanceof StartUpMistake || error instanceof BadConfiguration;
    if (isOlderSchema(error)) console.error(OLDER_SCHEMA);
    else console.error(isMistake ? error.message : error);
    process.exit(1);
  }
}

/** Runs the work with the product's dependencies on this database. */
export async function withDeps<T>(
  name: string,
  { appUrl, ownerUrl }: DatabaseUrls,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const files = { DATABASE_URL_FILE: undefined, DATABASE_OWNER_URL_FILE: undefined };
  const addresses = { ...files, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl };
  const deps = createDeps(readConfig({ ...process.env, ...addresses, LOG_LEVEL: 'warn' }), name);
  try {
    return await work(deps);
  } finally {
    await deps.db.destroy();
  }
}

const OWNER_ANSWERS_WITHIN_MS = 600_000;

/**
 * Works as the owner of the tables, for operations that the application's role may not do.
 * @throws StartUpMistake if only the URL of the application's role is known
 */
export async function asOwner<T>({ config }: Pick<Deps, 'config'>, work: (db: Db) => Promise<T>): Promise<T> {
  const url = config.database.ownerUrl;
  if (url === undefined)
    throw new StartUpMistake('This command needs DATABASE_OWNER_URL as well as DATABASE_URL.');
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

const OLDER_SCHEMA = `The database is of an older version of Zawadi; bring it up to date with \`${lineOf('migrate')}\`, or \`npm start\`.`;
const MISSING_TABLE_OR_FUNCTION = ['42P01', '42883'];

function isOlderSchema(error: unknown): boolean {
  return error instanceof DatabaseError && MISSING_TABLE_OR_FUNCTION.includes(error.code ?? '');
}

/**
 * Runs a command on the database of `npm start`: the database in DATABASE_URL, or the embedded database, which is
 * started if it does not run.
 * @throws StartUpMistake if there is no database yet
 */
export async function onDatabase<T>(
  environment: Record<string, string | undefined>,
  work: (urls: DatabaseUrls) => Promise<T>,
): Promise<T> {
  const running = findDatabase(environment);
  if (running) return work(running);
  const server = await startEmbeddedPostgres({ dataDir: folderOf(environment) });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/**
 * @returns undefined if the database is embedded and not running
 * @throws StartUpMistake if there is no database yet
 */
export function findDatabase(environment: Record<string, string | undefined>): DatabaseUrls | undefined {
  const { database, dataDir } = readConfig(environment);
  if (database.url !== undefined) return { appUrl: database.url, ownerUrl: database.ownerUrl };
  const folder = folderOf(environment);
  const cluster = join(folder, 'cluster');
  if (existsSync(cluster)) return findServer(cluster) && addressesOfRunning(folder);
  throw new StartUpMistake(
    `Set DATABASE_URL, or run \`npm start\` once: there is no database in ${dataDir} yet.`,
  );
}

export function folderOf(environment: Record<string, string | undefined>): string {
  return join(readConfig(environment).dataDir, 'postgres');
}

/** https://www.postgresql.org/docs/18/storage-file-layout.html: the fourth line of postmaster.pid is the port. */
function addressesOfRunning(folder: string): DatabaseUrls {
  const port = readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[3] ?? '';
  const passwords = loadPasswords(join(folder, 'passwords.json'));
  const urlOf = (login: 'zawadi' | 'zawadi_owner') =>
    `postgres://${login}:${passwords[login]}@127.0.0.1:${port.trim()}/zawadi`;
  return { appUrl: urlOf('zawadi'), ownerUrl: urlOf('zawadi_owner') };
}
