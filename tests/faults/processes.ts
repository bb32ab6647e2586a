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

/** Dependencies for using a system over HTTP and inspecting its books directly. */
export type Surroundings = {
  api: ApiClient;
  sandbox: SandboxControl;
  /** Owns the tables, for actions that the application may not do, such as holding locks and changing times. */
  owner: Pool;
  /** Dependencies of the product, created in the test's process. */
  deps: OrderDeps;
};

export type Product = Surroundings & {
  url: string;
  server: Child;
  worker: Child;
  /** Adds one more worker, not yet started. */
  addWorker: () => Child;
  /** Ends every process, then checks the ledger's invariants and that M-PESA's books match ours. */
  close: () => Promise<void>;
};

const API_SOURCE = join(import.meta.dirname, '../../apps/api/src');

/**
 * Starts the product as in production: API and worker in their own processes, with their own database and sandbox. The
 * sandbox is in the test's process, so that it survives when the others are killed.
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
