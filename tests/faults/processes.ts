import { join } from 'node:path';
import { createSandbox } from '@zawadi/sandbox';
import { createApiClient, type ApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import { createSandboxControl, type SandboxControl } from '@zawadi/story/sandbox-control';
import type { Pool } from 'pg';
import { createDeps } from '../../apps/api/src/app.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import type { OrderDeps } from '../../apps/api/src/features/mpesa/orders/index.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { watchBooks } from '../../apps/api/src/testing/books-agree.ts';
import { createTestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { createChild, type Child } from './child-process.ts';
import { openPool } from '../../apps/api/src/platform/db/connections.ts';

/** What is needed to use a system over HTTP and to look at its books behind its back. */
export type Surroundings = {
  api: ApiClient;
  sandbox: SandboxControl;
  /** Owns the tables: for what tests may do and the application may not, such as holding locks and moving time. */
  owner: Pool;
  /** What our processes work with, in the test's own process. */
  deps: OrderDeps;
};

export type Product = Surroundings & {
  url: string;
  server: Child;
  worker: Child;
  /** One more worker, not started yet. */
  addWorker: () => Child;
  /** Ends every process and checks the ledger's invariants, and that M-PESA's books say the same as ours. */
  close: () => Promise<void>;
};

const API_SOURCE = join(import.meta.dirname, '../../apps/api/src');

/**
 * The product as it runs: API and worker in processes of their own, on a database and a sandbox of their own. The
 * sandbox lives in the test's process, so that it survives what the others do not.
 */
export async function startProduct(database?: {
  appUrl: string;
  ownerUrl: string;
  drop: () => Promise<void>;
}): Promise<Product> {
  const { appUrl, ownerUrl, drop } = database ?? (await createTestDatabase());
  const sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PORT: String(port),
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DATABASE_URL: appUrl,
    DATABASE_CONNECTIONS: '10',
  };
  const deps = createDeps(readConfig({ ...environment, LOG_LEVEL: 'fatal' }), 'test');
  const owner = openPool({ connectionString: ownerUrl, max: 4 });
  const children: Child[] = [];
  const addChild = (child: Child): Child => {
    children.push(child);
    return child;
  };
  const addWorker = (): Child =>
    addChild(
      createChild(join(API_SOURCE, 'worker.ts'), environment, async (printed) => printed.includes('working')),
    );
  const server = addChild(createChild(join(API_SOURCE, 'server.ts'), environment, () => isServing(url)));
  const worker = addWorker();
  await Promise.all([server.start(), worker.start()]);
  const control = createSandboxControl(sandbox.url);
  const booksAgree = await watchBooks({ sandbox: control, deps });
  return {
    url,
    api: createApiClient(url),
    sandbox: control,
    server,
    worker,
    addWorker,
    owner,
    deps,
    close: async () => {
      await Promise.all(children.map((child) => child.kill9()));
      try {
        await assertLedgerInvariants(deps.db);
        await booksAgree();
      } finally {
        await deps.db.destroy();
        await owner.end();
        await sandbox.close();
        await drop();
      }
    },
  };
}

async function isServing(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
