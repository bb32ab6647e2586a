import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../scripts/embedded-postgres.ts';
import { childrenOf } from './process-tree.ts';

export type DatabaseServer = {
  port: number;
  appUrl: string;
  ownerUrl: string;
  superuserUrl: string;
  /** Sends kill -9 to the server, which restarts at once with the data on disk. */
  kill9: () => void;
  halt: () => void;
  resume: () => void;
  /** Undefined if the database has no small disk of its own, because mounting is not allowed. */
  disk: { fill: () => void; free: () => void } | undefined;
  stop: () => Promise<void>;
};

const PREFIX = 'zawadi-disk-';
const DISK_MEGABYTES = 320;
/** Settings with full durability, and with little enough data for the small disk. */
const SETTINGS = {
  shared_buffers: '64MB',
  max_wal_size: '96MB',
  min_wal_size: '48MB',
  log_lock_waits: 'off',
};

/** Starts a PostgreSQL that restarts after every unexpected exit. If mounting is allowed, it has its own small disk. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const { folder, isMounted, remove } = openFolder();
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  let server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const { port, appUrl, ownerUrl, superuserUrl } = server;
  let isStopping = false;

  const keepRunning = async (): Promise<void> => {
    while (!isStopping) {
      await server.hasExited;
      while (!isStopping) {
        const started = await startEmbeddedPostgres({ dataDir, port, settings: SETTINGS }).catch(
          () => undefined,
        );
        if (started) {
          server = started;
          if (isStopping) await started.stop();
          break;
        }
        await pause(300);
      }
    }
  };
  const keeping = keepRunning();

  function processes(): number[] {
    try {
      const postmaster = Number.parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
      return [postmaster, ...childrenOf(postmaster)];
    } catch {
      return [];
    }
  }
  const signal = (name: NodeJS.Signals, pids: number[]): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // The process has already ended.
      }
    }
  };

  return {
    port,
    appUrl,
    ownerUrl,
    superuserUrl,
    kill9: () => signal('SIGKILL', processes().slice(0, 1)),
    halt: () => signal('SIGSTOP', processes()),
    resume: () => signal('SIGCONT', processes()),
    disk: isMounted ? createDisk(folder) : undefined,
    stop: async () => {
      isStopping = true;
      signal('SIGCONT', processes());
      await server.stop();
      await keeping;
      remove();
    },
  };
}

/** Opens a small disk if mounting is allowed, otherwise a folder. `remove` deletes it in either case. */
function openFolder(): { folder: string; isMounted: boolean; remove: () => void } {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=755`, 'tmpfs', folder];
  const isMounted = process.getuid?.() === 0 && spawnSync('mount', options).status === 0;
  const remove = (): void => removeFolder(folder);
  process.once('exit', remove);
  return {
    folder,
    isMounted,
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

/** Removes the folders of killed test runs. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (!existsSync(`/proc/${pid}`)) removeFolder(join(tmpdir(), name));
  }
}

function removeFolder(folder: string): void {
  // Unmount lazily, because a process killed a moment ago may still use the disk.
  spawnSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}

function createDisk(folder: string) {
  const filler = join(folder, 'filler');
  return {
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize));
      } catch {
        // Another process took the last pages first, so the disk is full anyway.
      }
    },
    free: () => rmSync(filler, { force: true }),
  };
}
