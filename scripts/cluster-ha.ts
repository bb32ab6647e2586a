import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@zawadi/story/free-port';
import { readConfig } from '../apps/api/src/config/config.ts';
import { BadConfiguration } from '../apps/api/src/config/environment.ts';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import { startDatabaseCluster, type DatabaseCluster } from './cluster-ha/database-cluster.ts';
import type { DatabaseNode } from './cluster-ha/database-node.ts';
import { StartUpMistake } from './start-up-mistake.ts';
import { buildWebIfStale } from './start/build-web.ts';
import { supervise, type Part, type SupervisedPart } from './start/supervise.ts';

const ROOT = join(import.meta.dirname, '..');
const VERBS = ['kill', 'stop', 'start', 'cut', 'mend'];
const leaving = new AbortController();

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => leaving.abort());
process.channel?.unref();

/**
 * Starts three simulated PostgreSQL machines on this computer, two APIs and two workers, to try
 * docs/high-availability.md.
 */
const running = new AsyncDisposableStack();
try {
  const { port, sandboxPort } = readConfig(process.env);
  const first = await freePort(2);
  const apis: [number, number] = [first, first + 1];
  const cluster = await startDatabaseCluster(process.env, {
    web: { at: `127.0.0.1:${port}`, apis: [`127.0.0.1:${apis[0]}`, `127.0.0.1:${apis[1]}`] },
    say: console.log,
  });
  running.defer(cluster.stop);
  console.log('Creating tables, starting the sandbox, two APIs and two workers …');
  await Promise.all([
    migrate({ ownerUrl: cluster.ownerUrl, appLogin: 'zawadi' }),
    buildWebIfStale(ROOT, console.log),
  ]);
  const product = createProduct(partsOf(cluster, { port, sandboxPort, apis }), cluster.logFolder);
  running.defer(product.stop);
  await product.start();
  console.log(announce(cluster, port, sandboxPort));
  await obey(cluster, product);
  console.log('Stopping …');
} catch (error) {
  if (!leaving.signal.aborted) {
    const isMistake = error instanceof StartUpMistake || error instanceof BadConfiguration;
    console.error(isMistake ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  await running.disposeAsync();
}
process.exit();

type Product = { start: () => Promise<void>; stop: () => Promise<void> };

/** Starts sandbox, APIs and workers. */
function createProduct(parts: Part[], logFolder: string): Product {
  let started: SupervisedPart[] = [];
  return {
    start: async () => {
      for (const part of parts.slice(started.length)) {
        leaving.signal.throwIfAborted();
        started.push(await supervise(part, { logFolder, say: console.log, signal: leaving.signal }));
      }
    },
    stop: async () => {
      const stopping = started;
      started = [];
      for (const part of stopping.toReversed()) await part.stop();
    },
  };
}

function partsOf(
  cluster: DatabaseCluster,
  { port, sandboxPort, apis }: { port: number; sandboxPort: number; apis: [number, number] },
): Part[] {
  const env = {
    ...process.env,
    DATA_DIR: cluster.folder,
    DATABASE_URL: cluster.appUrl,
    DATABASE_OWNER_URL: undefined,
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: '127.0.0.1',
  };
  const entry = (path: string) => join(ROOT, 'apps', path);
  return [
    {
      name: 'sandbox',
      entry: entry('sandbox/src/main.ts'),
      env,
      readyUrl: `http://127.0.0.1:${sandboxPort}/control/books`,
    },
    ...apis.map((own, index) => ({
      name: `api-${index + 1}`,
      entry: entry('api/src/server.ts'),
      env: { ...env, PORT: String(own) },
      readyUrl: `http://127.0.0.1:${own}/readyz`,
    })),
    ...[1, 2].map((number) => ({ name: `worker-${number}`, entry: entry('api/src/worker.ts'), env })),
  ];
}

function announce(
  { folder, appUrl, ownerUrl, nodes }: DatabaseCluster,
  port: number,
  sandboxPort: number,
): string {
  return `
Three machines are ready: ${nodes.map(({ machine }) => `${machine.name} (${machine.address})`).join(', ')}.

  Web and API     http://localhost:${port}
  Sandbox phone   http://localhost:${sandboxPort}
  Files and logs  ${folder}
  On a machine    ${folder}/bin/zawadi-1 patronictl list
  For commands    export DATABASE_URL=${appUrl}
                  export DATABASE_OWNER_URL=${ownerUrl}

Type what is to happen to a machine: kill 1, stop 1, start 1, cut 1, mend 1; stop product, start product: sandbox, APIs and
workers. Ctrl-C stops everything and removes it.`;
}

/** Applies the typed commands to the machines until the user quits. */
async function obey({ nodes }: DatabaseCluster, product: Product): Promise<void> {
  const lines = createInterface({ input: process.stdin });
  const hasLeft = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  lines.on('line', (line) => {
    const [verb = '', what = ''] = line.trim().split(/\s+/u);
    if (verb === '') return;
    void act(verb, what === 'product' ? product : nodes[Number(what) - 1])
      .catch((error: unknown) => String(error))
      .then((outcome) => console.log(`${verb} ${what}: ${outcome}`));
  });
  await hasLeft;
  lines.close();
}

async function act(verb: string, what: Product | DatabaseNode | undefined): Promise<string> {
  if (!what || !VERBS.includes(verb)) return `not understood; ${VERBS.join(', ')}, and a number or "product"`;
  if (verb === 'start') await what.start();
  else if (!('machine' in what)) {
    if (verb !== 'stop') return 'the product can be stopped and started';
    await what.stop();
  } else if (verb === 'stop') await what.stopPatroni();
  else if (verb === 'kill') await what.kill9('machine');
  else if (!what.machine.link) return 'only root can do that';
  else what.machine.link[verb === 'cut' ? 'cut' : 'mend']();
  return 'done';
}
