import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { configureFront, write, type Front } from '../../scripts/cluster-ha/configure.ts';
import { startDatabaseCluster, type DatabaseCluster } from '../../scripts/cluster-ha/database-cluster.ts';
import { end } from '../../scripts/cluster-ha/database-node.ts';
import type { Machine } from '../../scripts/cluster-ha/machines.ts';
import { createChild, type Child } from '../faults/child-process.ts';
import { isServing, openTestAccess, type HighlyAvailable } from './system.ts';

/** A system whose parts are on separate simulated machines with network links, in addition to the database's three. */
export type FarApart = HighlyAvailable & Parts;

type Parts = {
  /** HAProxy in front of the two APIs. */
  front: Machine;
  /** Two machines with an API, a worker, and HAProxy as their route to the database. */
  apps: [Machine, Machine];
  mpesa: Machine;
};

const APPS = join(import.meta.dirname, '../../apps');
const NAMES = ['front', 'app-1', 'app-2', 'mpesa'];

/**
 * Starts the product on separate machines, as in docs/high-availability.md: a front, two machines with an API and a
 * worker each, and M-PESA on a machine of its own.
 */
export async function startFarApart(): Promise<FarApart> {
  const running = new AsyncDisposableStack();
  try {
    const cluster = await startDatabaseCluster(process.env, { others: NAMES });
    running.defer(cluster.stop);
    await migrate({ ownerUrl: cluster.ownerUrl, appLogin: 'zawadi' });
    const [front, first, second, mpesa] = cluster.others;
    if (!front || !first || !second || !mpesa) throw new Error('machines are missing');
    const parts: Parts = { front, apps: [first, second], mpesa };
    const ports = { product: await freePort(), sandbox: await freePort(2) };
    const environment = {
      PUBLIC_URL: `http://${front.address}:${ports.product}`,
      TRUST_PROXY: front.address,
      PORT: String(ports.product),
      SANDBOX_PORT: String(ports.sandbox),
      DATABASE_URL: cluster.appUrl,
      DATABASE_CONNECTIONS: '10',
    };
    for (const [machine, options] of proxiesOf(cluster, parts, ports)) {
      const log = join(cluster.logFolder, `${machine.name}-haproxy.log`);
      const command = { machine, program: 'haproxy', args: ['-db', ...options] };
      const proxy = cluster.programs.start(command, log);
      running.defer(() => end(proxy, 'SIGTERM'));
    }
    const sandboxUrl = `http://${mpesa.address}:${ports.sandbox}`;
    const sandbox = createChild(
      join(APPS, 'sandbox/src/main.ts'),
      { SANDBOX_PORT: environment.SANDBOX_PORT, DATA_DIR: cluster.folder },
      () => isServing(`${sandboxUrl}/control/books`),
      mpesa.enter,
    );
    const { apis, workers } = createProcesses(parts.apps, environment);
    for (const child of [sandbox, ...apis, ...workers]) {
      running.defer(child.kill9);
      await child.start();
    }
    const around = await openTestAccess(running, cluster, environment, sandboxUrl);
    return { ...around, ...parts, cluster, apis, workers, stop: () => running.disposeAsync() };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

type Ports = { product: number; sandbox: number };

/** Writes HAProxy's configuration for each machine and returns its command-line options. */
function proxiesOf(cluster: DatabaseCluster, { front, apps, mpesa }: Parts, ports: Ports) {
  const local = (port: number) => `127.0.0.1:${port}`;
  const on = ({ address }: Machine, port: number) => `${address}:${port}`;
  const [first, second] = apps;
  const apis: Front['apis'] = [on(first, ports.product), on(second, ports.product)];
  const file = join(cluster.folder, 'front.cfg');
  const before = configureFront(file, cluster.programs, { at: on(front, ports.product), apis });
  const wires = [ports.sandbox, ports.sandbox + 1];
  const callbacks: Way = [local(ports.product), on(front, ports.product)];
  const inwards = wires.map((port): Way => [on(mpesa, port), local(port)]);
  const outwards = wires.map((port): Way => [local(port), on(mpesa, port)]);
  return [
    [front, before],
    [mpesa, configureWays(cluster, mpesa, [...inwards, callbacks])],
    ...apps.map((app) => [app, [...cluster.proxyOptions, ...configureWays(cluster, app, outwards)]] as const),
  ] as const;
}

function createProcesses(
  apps: Machine[],
  environment: Record<string, string> & { PORT: string },
): { apis: Child[]; workers: Child[] } {
  const source = (name: string) => join(APPS, 'api/src', name);
  return {
    apis: apps.map(({ address, enter }) => {
      const readyz = `http://${address}:${environment.PORT}/readyz`;
      return createChild(
        source('server.ts'),
        { ...environment, HOST: address },
        () => isServing(readyz),
        enter,
      );
    }),
    workers: apps.map(({ enter }) =>
      createChild(source('worker.ts'), environment, async (printed) => printed.includes('working'), enter),
    ),
  };
}

type Way = [at: string, to: string];

/**
 * Configures HAProxy as the route between machines, because API and sandbox listen only on their own machine. If the
 * line is silent, HAProxy must not refuse a request before the client's time-out.
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
