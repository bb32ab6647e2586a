import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../scripts/embedded-postgres.ts';

export type OwnDatabase = {
  appUrl: string;
  ownerUrl: string;
  /** kill -9 of the server and everything it started; resolves when it is gone. */
  kill9: () => Promise<void>;
  /** Starts it again on what the disk holds. */
  restart: () => Promise<void>;
  drop: () => Promise<void>;
};

/** A PostgreSQL of one's own with all of its durability, unlike the one that tests share. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zawadi-test-'));
  let server = await startEmbeddedPostgres({ dataDir });
  const { port, appUrl, ownerUrl } = server;
  await migrate({ ownerUrl, appLogin: new URL(appUrl).username });
  return {
    appUrl,
    ownerUrl,
    kill9: async () => {
      const [pid] = readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await server.hasExited;
    },
    restart: async () => {
      server = await startEmbeddedPostgres({ dataDir, port });
    },
    drop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
