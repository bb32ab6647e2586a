import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';

export type CitusCluster = {
  folder: string;
  /** Addresses of superusers, the coordinator's first. */
  nodes: string[];
  /** Process of a node's server, which all others of that node are children of. */
  pidOf: (node: number) => number;
  stop: () => void;
};

/**
 * Starts a throw-away cluster: a coordinator and workers, each a server of its own. CITUS_DIR is a folder whose `cluster.mjs`
 * starts and stops one (`up DIR --workers N --port P`, `down DIR`) on ports that follow each other.
 * @returns undefined where there is no Citus
 */
export async function startCitusCluster(workers: number): Promise<CitusCluster | undefined> {
  const program = join(process.env['CITUS_DIR'] ?? '', 'cluster.mjs');
  if (process.env['CITUS_DIR'] === undefined || !existsSync(program)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-citus-'));
  const port = await freePort();
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = (): void => {
    run('down', folder);
    rmSync(folder, { recursive: true, force: true });
  };
  if (run('up', folder, '--workers', String(workers), '--port', String(port)).status !== 0) {
    stop();
    throw new Error('The Citus cluster did not start; what it said stands above.');
  }
  return {
    folder,
    nodes: Array.from(
      { length: workers + 1 },
      (_, n) => `postgres://postgres@127.0.0.1:${port + n}/postgres`,
    ),
    pidOf: (node) =>
      Number.parseInt(readFileSync(join(folder, `node${node}/data/postmaster.pid`), 'utf8'), 10),
    stop,
  };
}
