import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isRunning } from '../process-identity.ts';
import type { ProcessIdentity } from '../process-identity.ts';
import { StartUpMistake } from '../start-up-mistake.ts';

const STOPS_WITHIN_MS = 60_000;

/**
 * After kill -9 of its parent a server can live on. Stops it and waits until it is gone.
 * Call only while holding the lock of the data folder: nobody else can be using that server then.
 *
 * @param cluster the data folder of PostgreSQL itself
 */
export async function stopLeftOverServer(cluster: string): Promise<void> {
  const server = findServer(cluster);
  if (!server) return;
  process.kill(server.pid, 'SIGINT');
  const deadline = Date.now() + STOPS_WITHIN_MS;
  while (isRunning(server)) {
    if (Date.now() > deadline) {
      throw new StartUpMistake(
        `PostgreSQL (process ${server.pid}) still runs in ${cluster} and does not stop. Stop it first.`,
      );
    }
    await sleep(20);
  }
}

/** The server that runs on this cluster now. */
export function findServer(cluster: string): ProcessIdentity | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    const isOurs = readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    return isOurs ? identifyProcess(pid) : undefined;
  } catch {
    return undefined;
  }
}
