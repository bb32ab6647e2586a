import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess } from '../process-identity.ts';
import type { ProcessIdentity } from '../process-identity.ts';
import { StartUpMistake } from '../start-up-mistake.ts';

const STOPS_WITHIN_MS = 60_000;
const LOCK_FILE = 'postmaster.pid';

/**
 * Stops a server or sessions left over from a kill -9. A server can survive its parent, and sessions can survive their
 * server. Waits until these processes have ended, so that a new server finds neither a lock file nor shared memory in
 * use. The caller must have the lock of the data folder, so that no other start uses that server.
 *
 * @param cluster the data folder of PostgreSQL itself
 * @throws StartUpMistake if a process does not end within a minute
 */
export async function stopLeftOverServer(cluster: string): Promise<void> {
  const deadline = Date.now() + STOPS_WITHIN_MS;
  const asked = new Set<number>();
  for (;;) {
    const left = processesOf(cluster);
    if (left.length === 0) break;
    const server = findServer(cluster);
    // Sessions without their server only have to exit: SIGQUIT ends them at once, and crash recovery repairs the data.
    const toAsk = server ? [server] : left;
    for (const { pid } of toAsk.filter((one) => !asked.has(one.pid))) {
      asked.add(pid);
      signalIfRunning(pid, server ? 'SIGINT' : 'SIGQUIT');
    }
    if (Date.now() > deadline) {
      const pids = left.map(({ pid }) => pid).join(', ');
      throw new StartUpMistake(
        `PostgreSQL (${pids}) still runs in ${cluster} and does not stop. Stop it first.`,
      );
    }
    await sleep(20);
  }
  // Remove the lock file: PostgreSQL would mistake a zombie, or another process with the same id, for a running server.
  rmSync(join(cluster, LOCK_FILE), { force: true });
}

/** Returns the PostgreSQL server that now runs on this data folder. */
export function findServer(cluster: string): ProcessIdentity | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, LOCK_FILE), 'utf8'), 10);
    return worksIn(pid, realpathSync(cluster)) ? identifyProcess(pid) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lists the processes whose working folder is the data folder: the server, its sessions, and any shell in that folder.
 * See proc(5). Without /proc, lists only the server; PostgreSQL itself waits for the sessions of a dead one.
 */
function processesOf(cluster: string): ProcessIdentity[] {
  const folder = realpathSync(cluster);
  if (process.platform !== 'linux') return [findServer(cluster)].filter((server) => server !== undefined);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid, folder))
    .map(identifyProcess)
    .filter((identity) => identity !== undefined);
}

function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return isServerOf(pid, folder);
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return false;
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres');
  } catch {
    return false;
  }
}

/** Returns whether the process is a PostgreSQL that was given this data folder, according to ps. */
function isServerOf(pid: number, folder: string): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').includes(`postgres -D ${folder} `);
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
