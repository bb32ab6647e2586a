import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase, openDatabase } from '../../scripts/start/database.ts';

export type OwnDatabase = {
  appUrl: string;
  ownerUrl: string;
  /** Sends kill -9 to the server, which restarts automatically with the data on disk. */
  kill9: () => void;
  drop: () => Promise<void>;
};

/**
 * Starts a separate PostgreSQL as `npm start` runs it, with full durability. The PostgreSQL shared by other tests has
 * none.
 */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zawadi-test-'));
  const database = await openDatabase({ url: undefined, ownerUrl: undefined, dataDir }, () => undefined);
  await migrateDatabase(database, () => undefined);
  const { appUrl, ownerUrl, stop } = database;
  return {
    appUrl,
    ownerUrl,
    kill9: () => {
      const lockFile = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
      process.kill(Number.parseInt(lockFile, 10), 'SIGKILL');
    },
    drop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
