import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { locatePostgres } from './embedded-postgres/binaries.ts';
import { ensureCluster } from './embedded-postgres/cluster.ts';
import { stopLeftOverServer } from './embedded-postgres/left-over-server.ts';
import { loadPasswords, ensureRolesAndDatabase } from './embedded-postgres/roles.ts';
import { chooseServerUser } from './embedded-postgres/server-user.ts';
import { runServer } from './embedded-postgres/server.ts';
import { lockFolder } from './folder-lock.ts';
import { keepLogShort } from './open-log.ts';
import { StartUpMistake } from './start-up-mistake.ts';

export type EmbeddedPostgres = {
  port: number;
  /** Login `zawadi_owner` on database `zawadi`: migrations. */
  ownerUrl: string;
  /** Login `zawadi` on database `zawadi`: the application. */
  appUrl: string;
  /** Login `postgres` on the database `postgres`. */
  superuserUrl: string;
  /** Resolves when the server has exited, stopped or crashed. */
  hasExited: Promise<void>;
  /** Stops the server cleanly. Committed transactions are already on disk. */
  stop: () => Promise<void>;
};

const PORT_TRIES = 5;

/**
 * Starts a real PostgreSQL on 127.0.0.1 with all its data, passwords and log in one folder.
 *
 * @param dataDir created on the first start; only one process may use it at a time
 * @param port any free port if omitted
 * @param settings for postgresql.conf, which override our settings
 * @throws StartUpMistake in one sentence: folder in use, made by another version, port in use, …
 */
export async function startEmbeddedPostgres(input: {
  dataDir: string;
  port?: number;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(input.dataDir);
  const lock = lockFolder(dataDir);
  try {
    const user = chooseServerUser();
    const binaries = locatePostgres({ runsAsAnotherUser: user !== undefined });
    const cluster = join(dataDir, 'cluster');
    const passwords = loadPasswords(join(dataDir, 'passwords.json'));
    const isThrowAway = input.settings?.['fsync'] === 'off';
    ensureCluster({ folder: cluster, binaries, user, superuserPassword: passwords.postgres, isThrowAway });
    await stopLeftOverServer(cluster);
    const logFile = join(dataDir, 'server.log');
    const urlOf = (port: number, login: keyof typeof passwords, database: string): string =>
      `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/${database}`;

    const { server, port } = await tryPorts(input.port, async (candidate) =>
      runServer({
        postgres: binaries.postgres,
        cluster,
        logFile,
        user,
        port: candidate,
        settings: { ...chooseSettings(), ...input.settings },
      }),
    );
    const superuserUrl = urlOf(port, 'postgres', 'postgres');
    await ensureRolesAndDatabase(superuserUrl, passwords).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    const stopRotating = keepLogShort(logFile);
    void server.hasExited.then(() => {
      stopRotating();
      // Release the lock synchronously, because a caller that awaits the exit may start again at once.
      lock.release();
    });
    return {
      port,
      ownerUrl: urlOf(port, 'zawadi_owner', 'zawadi'),
      appUrl: urlOf(port, 'zawadi', 'zawadi'),
      superuserUrl,
      hasExited: server.hasExited,
      stop: server.stop,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Settings for a small machine and many short transactions. Settings for durability keep PostgreSQL's defaults.
 */
function chooseSettings(): Record<string, string> {
  const memoryMegabytes = Math.floor(totalmem() / 1_048_576);
  return {
    max_connections: '200',
    shared_buffers: `${Math.max(64, Math.min(512, Math.floor(memoryMegabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memoryMegabytes / 2))}MB`,
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_lock_waits: 'on',
    idle_in_transaction_session_timeout: '60s',
  };
}

async function tryPorts<Server extends object>(
  wanted: number | undefined,
  run: (port: number) => Promise<Server | { portIsTaken: true }>,
): Promise<{ server: Server; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = wanted ?? (await findFreePort());
    const server = await run(port);
    if (!('portIsTaken' in server)) return { server, port };
    if (wanted !== undefined || tries === PORT_TRIES) {
      throw new StartUpMistake(`Port ${port}, meant for the embedded PostgreSQL, is taken.`);
    }
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening, failed) => {
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', listening);
  });
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === 'string')
    throw new Error('A listening TCP server has an address.');
  return address.port;
}
