import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';
import { runOn } from './spread-database.ts';

export type CitusCluster = {
  folder: string;
  /** Addresses of superusers, the coordinator's first. */
  nodes: string[];
  /** Process of a node's server, which all others of that node are children of. */
  pidOf: (node: number) => number;
  stop: () => void;
};

/** As docs/beyond-one-machine.md has them: what a node left unfinished ends soon, and one that is silent is given up. */
const SETTINGS = {
  'citus.recover_2pc_interval': '5s',
  'citus.node_connection_timeout': '5s',
  'citus.node_conninfo':
    'sslmode=disable tcp_user_timeout=5000 keepalives_idle=3 keepalives_interval=1 keepalives_count=3',
  tcp_user_timeout: '5s',
  tcp_keepalives_idle: '3s',
  tcp_keepalives_interval: '1s',
  tcp_keepalives_count: '3',
  'citus.max_adaptive_executor_pool_size': '1',
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
  const nodes = Array.from(
    { length: workers + 1 },
    (_, n) => `postgres://postgres@127.0.0.1:${port + n}/postgres`,
  );
  const settings = Object.entries(SETTINGS).map(([name, value]) => `alter system set ${name} = '${value}'`);
  for (const node of nodes) await runOn(node, ...settings, 'select pg_reload_conf()');
  return {
    folder,
    nodes,
    pidOf: (node) =>
      Number.parseInt(readFileSync(join(folder, `node${node}/data/postmaster.pid`), 'utf8'), 10),
    stop,
  };
}
