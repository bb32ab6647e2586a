import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess } from '../process-identity.ts';
import type { ProcessIdentity } from '../process-identity.ts';
import { StartUpMistake } from '../start-up-mistake.ts';

const STOPS_WITHIN_MS = 60_000;
const LOCK_FILE = 'postmaster.pid';

/**
 * After kill -9 of its parent a server can live on, and after kill -9 of the server its sessions. Stops what is left and
 * waits until it is gone, so that a new server finds neither a lock file nor shared memory in use.
 * Call only while holding the lock of the data folder: no other start can be using that server then.
 *
 * @param cluster the data folder of PostgreSQL itself
 * @throws StartUpMistake when a process does not end within a minute
 */
export async function stopLeftOverServer(cluster: string): Promise<void> {
  const deadline = Date.now() + STOPS_WITHIN_MS;
  const asked = new Set<number>();
  for (;;) {
    const left = processesOf(cluster);
    if (left.length === 0) break;
    const server = findServer(cluster);
    // Without their server the sessions only have to go: SIGQUIT ends them at once, and recovery does the rest.
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
  // PostgreSQL takes a zombie, or a stranger with the same process id, for the server that wrote this.
  rmSync(join(cluster, LOCK_FILE), { force: true });
}

/** The server that runs on this cluster now. */
export function findServer(cluster: string): ProcessIdentity | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, LOCK_FILE), 'utf8'), 10);
    return worksIn(pid, realpathSync(cluster)) ? identifyProcess(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** The server and its sessions all work in the data folder. So does a shell that was left there; see proc(5). */
function processesOf(cluster: string): ProcessIdentity[] {
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid, folder))
    .map(identifyProcess)
    .filter((identity) => identity !== undefined);
}

function worksIn(pid: number, folder: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return false;
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres');
  } catch {
    return false;
  }
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
