import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../apps/api/src/config/config.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findServer } from './embedded-postgres/left-over-server.ts';
import { loadPasswords } from './embedded-postgres/passwords.ts';
import { StartUpMistake } from './start-up-mistake.ts';

/**
 * Runs a command on the database that `npm start` uses: the one of DATABASE_URL, the embedded one that runs now, or
 * the embedded one started for this long.
 * @param work gets the address for the application's role
 * @throws StartUpMistake when there is no database yet
 */
export async function onDatabase<T>(
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
