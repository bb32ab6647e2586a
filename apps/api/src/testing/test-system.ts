import { createSandbox } from '@zawadi/sandbox';
import { createApiClient, type ApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import { createSandboxControl, type SandboxControl } from '@zawadi/story/sandbox-control';
import type { Pool } from 'pg';
import { createApi, createDeps, type Api } from '../app.ts';
import { createDelivery } from '../app-worker.ts';
import { assertLedgerInvariants } from '../ledger/invariants.ts';
import { enterReportAddresses } from '../features/services/delivery-reports/index.ts';
import type { OrderDeps } from '../features/mpesa/orders/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { readConfig } from '../config/config.ts';
import { createCallApi, type CallApi } from './call-api.ts';
import { createFailureLog, createTestDatabase } from './test-database.ts';
import { createProviderSide, type ProviderSide } from './provider-side.ts';
import { keepMessages } from './sent-messages.ts';
import { openPool } from '../platform/db/connections.ts';

export type TestSystem = {
  api: ApiClient;
  /** Sends one request and returns its answer or refusal. `api`, in contrast, retries and throws. */
  call: CallApi;
  sandbox: SandboxControl;
  provider: ProviderSide;
  /**
   * Connection as the role that owns the tables. Tests use it for changes that the application may not make: move
   * time, freeze people.
   */
  owner: Pool;
  deps: OrderDeps;
  /** The HTTP server, for `inject`. */
  http: Api['http'];
  /**
   * Starts another API on the same database, with its own connections and caches. It simulates a second process
   * within this one.
   */
  addApi: () => Promise<Pick<TestSystem, 'call' | 'deps'> & { url: string }>;
  /** Resolves when all background work of requests has ended. */
  idle: () => Promise<void>;
  /** Adds a check to `close`. The check runs before anything stops. */
  atEnd: (check: () => Promise<void>) => void;
  /** Checks the ledger's invariants and stops everything. */
  close: () => Promise<void>;
};

const START_IS_SLOW_MS = 300;

/**
 * Runs the whole product in one process, with its own database and sandbox. HTTP, callbacks and messages are real.
 * Sweeps run only when the test calls them.
 * @param environment overrides the sandbox's defaults
 * @param options.onLogLine receives each log line, as JSON
 */
export async function createTestSystem(
  environment: Record<string, string> = {},
  { onLogLine }: { onLogLine?: (line: string) => void } = {},
): Promise<TestSystem> {
  const startedAt = performance.now();
  const database = await createTestDatabase();
  const sandbox = await createSandbox({ port: 0, smtpPort: 0, clock: () => systemClock.now() });
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_CONNECTIONS: '10',
    LOG_LEVEL: 'fatal',
    ...environment,
  });
  const deps = {
    ...createDeps(config, 'test'),
    log: onLogLine
      ? createLog({ level: config.logLevel, name: 'test', write: onLogLine })
      : createFailureLog(),
  };
  const api = await createApi({ ...deps, databaseUrl: database.appUrl });
  await api.http.listen({ host: '127.0.0.1', port });
  await enterReportAddresses(deps);
  const owner = openPool({ connectionString: database.ownerUrl, max: 2 });
  await keepMessages(owner);
  const delivery = createDelivery(deps);
  const control = createSandboxControl(sandbox.url);
  const startMs = Math.round(performance.now() - startedAt);
  if (startMs > START_IS_SLOW_MS) process.stderr.write(`A test system took ${startMs} ms to start.\n`);
  const checks: (() => Promise<void>)[] = [];
  const others: Api[] = [];
  return {
    api: createApiClient(`http://127.0.0.1:${port}`),
    call: createCallApi(`http://127.0.0.1:${port}`),
    sandbox: control,
    provider: createProviderSide(sandbox.url, control),
    owner,
    deps,
    http: api.http,
    addApi: async () => {
      const own = { ...createDeps(config, 'test'), log: deps.log };
      const other = await createApi({ ...own, databaseUrl: database.appUrl });
      others.push(other);
      const url = await other.http.listen({ host: '127.0.0.1', port: 0 });
      return { call: createCallApi(url), deps: own, url };
    },
    idle: api.background.drain,
    atEnd: (check) => void checks.push(check),
    close: async () => {
      await api.background.drain();
      for (const check of checks) await check();
      await delivery.stop();
      await assertLedgerInvariants(deps.db);
      for (const one of [...others, api]) await one.close();
      await owner.end();
      await sandbox.close();
      await database.drop();
    },
  };
}
