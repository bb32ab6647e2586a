import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { configureFront, write } from '../../scripts/cluster-ha/configure.ts';
import { startDatabaseCluster, type DatabaseCluster } from '../../scripts/cluster-ha/database-cluster.ts';
import { end } from '../../scripts/cluster-ha/database-node.ts';
import type { Machine } from '../../scripts/cluster-ha/machines.ts';
import { createChild } from '../faults/child-process.ts';
import { isServing, lookAround, type HighlyAvailable } from './system.ts';

/** Each of them a machine with a cable of its own, beside the three of the database. */
export type FarApart = HighlyAvailable & {
  /** HAProxy before the two APIs. */
  front: Machine;
  /** Each with an API, a worker, and HAProxy as their way to the database. */
  apps: [Machine, Machine];
  mpesa: Machine;
};

const APPS = join(import.meta.dirname, '../../apps');
const NAMES = ['front', 'app-1', 'app-2', 'mpesa'];

/** Links between machines can be cut by root alone. */
export const CAN_CUT = process.getuid?.() === 0;

/**
 * The product on machines of its own, as docs/high-availability.md says: a front, two machines with an API and a worker
 * each, M-PESA beyond a line of its own.
 */
export async function startFarApart(): Promise<FarApart> {
  const running = new AsyncDisposableStack();
  try {
    const cluster = await startDatabaseCluster(process.env, { others: NAMES });
    running.defer(cluster.stop);
    await migrate({ ownerUrl: cluster.ownerUrl, appLogin: 'zawadi' });
    const [front, first, second, mpesa] = cluster.others;
    if (!front || !first || !second || !mpesa) throw new Error('machines are missing');
    const apps: [Machine, Machine] = [first, second];
    const port = await freePort();
    const sandboxPort = await freePort(2);
    const environment = {
      PUBLIC_URL: `http://${front.address}:${port}`,
      TRUST_PROXY: front.address,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATABASE_URL: cluster.appUrl,
      DATABASE_CONNECTIONS: '10',
    };

    function startProxy(machine: Machine, options: string[]): void {
      const log = join(cluster.logFolder, `${machine.name}-haproxy.log`);
      const proxy = cluster.programs.start({ machine, program: 'haproxy', args: ['-db', ...options] }, log);
      running.defer(() => end(proxy, 'SIGTERM'));
    }
    const [local, outside] = [
      (to: number) => `127.0.0.1:${to}`,
      ({ address }: Machine, to: number) => `${address}:${to}`,
    ];
    const ways = [sandboxPort, sandboxPort + 1];
    const inwards = ways.map((way): Way => [outside(mpesa, way), local(way)]);
    startProxy(mpesa, configureWays(cluster, mpesa, [...inwards, [local(port), outside(front, port)]]));
    for (const app of apps) {
      const outwards = ways.map((way): Way => [local(way), outside(mpesa, way)]);
      startProxy(app, [...cluster.proxyOptions, ...configureWays(cluster, app, outwards)]);
    }
    const at = outside(front, port);
    const targets: [string, string] = [outside(first, port), outside(second, port)];
    startProxy(
      front,
      configureFront(join(cluster.folder, 'front.cfg'), cluster.programs, { at, apis: targets }),
    );

    const sandboxUrl = `http://${outside(mpesa, sandboxPort)}`;
    const sandbox = createChild(
      join(APPS, 'sandbox/src/main.ts'),
      { SANDBOX_PORT: String(sandboxPort), DATA_DIR: cluster.folder },
      () => isServing(`${sandboxUrl}/control/books`),
      mpesa.enter,
    );
    const apis = apps.map((app) =>
      createChild(
        join(APPS, 'api/src/server.ts'),
        { ...environment, HOST: app.address },
        () => isServing(`http://${outside(app, port)}/readyz`),
        app.enter,
      ),
    );
    const workers = apps.map((app) =>
      createChild(
        join(APPS, 'api/src/worker.ts'),
        environment,
        async (printed) => printed.includes('working'),
        app.enter,
      ),
    );
    for (const child of [sandbox, ...apis, ...workers]) {
      running.defer(child.kill9);
      await child.start();
    }
    const around = await lookAround(running, cluster, environment, sandboxUrl);
    return { ...around, cluster, apis, workers, front, apps, mpesa, stop: () => running.disposeAsync() };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

type Way = [at: string, to: string];

/**
 * API and sandbox speak on their own machine only: HAProxy takes what they say over the line. What waits for a silent line is not
 * refused before the one who asked has lost patience.
 */
function configureWays({ programs, folder }: DatabaseCluster, { name }: Machine, ways: Way[]): string[] {
  const path = join(folder, `${name}-ways.cfg`);
  const listeners = ways.map(
    ([at, to], index) => `listen way-${index}\n    bind ${at}\n    server there ${to}\n`,
  );
  const defaults = ['mode tcp', 'timeout connect 60s', 'timeout client 1h', 'timeout server 1h', 'retries 0'];
  write(programs, path, `${['defaults', ...defaults].join('\n    ')}\n${listeners.join('')}`);
  return ['-f', path];
}
