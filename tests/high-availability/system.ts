import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import { DatabaseError, type Pool } from 'pg';
import { createDeps } from '../../apps/api/src/app.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { isConnectionLoss } from '../../apps/api/src/platform/db/in-transaction.ts';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { watchBooks } from '../../apps/api/src/testing/books-agree.ts';
import { startDatabaseCluster, type DatabaseCluster } from '../../scripts/cluster-ha/database-cluster.ts';
import { createChild, type Child } from '../faults/child-process.ts';
import type { Surroundings } from '../faults/processes.ts';
import { openPool } from '../../apps/api/src/platform/db/connections.ts';

export type HighlyAvailable = Surroundings & {
  cluster: DatabaseCluster;
  apis: Child[];
  workers: Child[];
  /** Checks that the ledger's invariants hold and that M-PESA's books match ours. */
  expectBooks: () => Promise<void>;
  stop: () => Promise<void>;
};

const LEADER_WITHIN_MS = 60_000;
const READ_ONLY_TRANSACTION = '25006';
const API_SOURCE = join(import.meta.dirname, '../../apps/api/src');

/** Starts two APIs behind HAProxy and two workers, on three machines with PostgreSQL. */
export async function startHighlyAvailable(): Promise<HighlyAvailable> {
  const running = new AsyncDisposableStack();
  try {
    const port = await freePort();
    const first = await freePort(2);
    const cluster = await startDatabaseCluster(process.env, {
      web: { at: `127.0.0.1:${port}`, apis: [`127.0.0.1:${first}`, `127.0.0.1:${first + 1}`] },
    });
    running.defer(cluster.stop);
    await migrate({ ownerUrl: cluster.ownerUrl, appLogin: 'zawadi' });
    const sandbox = await createSandbox({ port: 0, smtpPort: 0 });
    running.defer(sandbox.close);
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      PUBLIC_URL: url,
      TRUST_PROXY: '127.0.0.1',
      // M-PESA sends the results of the worker's queries to the API at this port.
      PORT: String(port),
      SANDBOX_PORT: new URL(sandbox.url).port,
      SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
      DATABASE_URL: cluster.appUrl,
      DATABASE_CONNECTIONS: '10',
    };
    const apis = [first, first + 1].map((own) =>
      createChild(join(API_SOURCE, 'server.ts'), { ...environment, PORT: String(own) }, () =>
        isServing(`http://127.0.0.1:${own}/readyz`),
      ),
    );
    const workers = [1, 2].map(() =>
      createChild(join(API_SOURCE, 'worker.ts'), environment, async (printed) => printed.includes('working')),
    );
    for (const child of [...apis, ...workers]) {
      running.defer(child.kill9);
      await child.start();
    }
    const around = await openTestAccess(running, cluster, environment, sandbox.url);
    return { ...around, cluster, apis, workers, stop: () => running.disposeAsync() };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

/** Creates the clients and database connections of the tests. `running` closes them. */
export async function openTestAccess(
  running: AsyncDisposableStack,
  cluster: DatabaseCluster,
  environment: Record<string, string> & { PUBLIC_URL: string },
  sandboxUrl: string,
): Promise<Surroundings & Pick<HighlyAvailable, 'expectBooks'>> {
  const deps = createDeps(readConfig({ ...environment, LOG_LEVEL: 'fatal' }), 'test');
  running.defer(() => deps.db.destroy());
  const owner = openPatiently(cluster.ownerUrl);
  running.defer(() => owner.end());
  const sandbox = createSandboxControl(sandboxUrl);
  const booksAgree = await watchBooks({ sandbox, deps });
  return {
    api: createApiClient(environment.PUBLIC_URL),
    sandbox,
    owner,
    deps,
    expectBooks: async () => {
      await assertLedgerInvariants(deps.db);
      await booksAgree();
    },
  };
}

/** Opens a pool that retries SQL statements while the leader changes. The statements must be safe to repeat. */
function openPatiently(url: string): Pool {
  const pool = openPool({ connectionString: url, max: 4 });
  const ask = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  const askUntilAnswered = async (...asked: unknown[]) => {
    for (const deadline = Date.now() + LEADER_WITHIN_MS; ; await pause(200)) {
      try {
        return await ask(...asked);
      } catch (error) {
        const isReplica = error instanceof DatabaseError && error.code === READ_ONLY_TRANSACTION;
        if (Date.now() > deadline || !(isReplica || isConnectionLoss(error))) throw error;
      }
    }
  };
  return Object.assign(pool, { query: askUntilAnswered as typeof pool.query });
}

export async function isServing(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
