import { createApiClient, type ApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import { createApi, createDeps } from '../../../../app.ts';
import { createDelivery } from '../../../../app-worker.ts';
import { deriveKeys, type Key } from '../../../../platform/crypto/keys.ts';
import { openDatabase, type Db } from '../../../../platform/db/database.ts';
import { createCallApi, type CallApi } from '../../../../testing/call-api.ts';
import type { TestSystem } from '../../../../testing/test-system.ts';
import { createWebhookWorker } from '../../../merchants/webhooks/index.ts';
import type { OrderDeps } from '../../../mpesa/orders/index.ts';
import { countUsesWithLongTimeout, openRing, rotateKeys } from '../index.ts';

/** One of several processes on one database: API, deliveries and webhooks. */
export type Process = {
  deps: OrderDeps;
  api: ApiClient;
  call: CallApi;
  /** Restarts the process with other secrets: all its parts share one key ring. */
  restart: (...secrets: string[]) => Promise<void>;
  stop: () => Promise<void>;
};

export function firstProcess({ deps, api, call }: TestSystem): Process {
  const webhooks = createWebhookWorker(deps, { concurrency: 4, pollMs: 20 });
  return { deps, api, call, restart: (...secrets) => restart(deps, secrets), stop: webhooks.stop };
}

export async function secondProcess(system: TestSystem): Promise<Process> {
  const port = await freePort();
  const { config } = system.deps;
  const deps = { ...createDeps({ ...config, port }, 'second'), log: system.deps.log };
  const server = await createApi({ ...deps, databaseUrl: config.database.url ?? '' });
  await server.http.listen({ host: '127.0.0.1', port });
  const delivery = createDelivery(deps);
  const webhooks = createWebhookWorker(deps, { concurrency: 4, pollMs: 20 });
  const address = `http://127.0.0.1:${port}`;
  return {
    deps,
    api: createApiClient(address),
    call: createCallApi(address),
    restart: (...secrets) => restart(deps, secrets),
    stop: async () => {
      await webhooks.stop();
      await delivery.stop();
      await server.close();
    },
  };
}

async function restart(deps: OrderDeps, secrets: string[]): Promise<void> {
  const next = ringOf(secrets);
  await openRing({ ...deps, keys: next });
  // The product's type is read-only, because the product never changes its key ring while it runs.
  const ring = deps.keys as unknown as Key[];
  ring.splice(0, ring.length, ...next);
}

export function ringOf(secrets: readonly string[]) {
  return deriveKeys(...secrets.map((secret) => Buffer.from(secret)));
}

/** Rotates like `npm run keys:rotate`. */
export function rotate(system: TestSystem, secrets: readonly string[]) {
  return asOwner(system, (db) => rotateKeys({ db, keys: ringOf(secrets) }));
}

/** Simulates the end of all processes: their latest reports of sealing keys are some minutes old. */
export async function ageSealingReports({ owner }: Pick<TestSystem, 'owner'>, minutes = 4): Promise<void> {
  await owner.query(`update app_keys set sealed_last_at = sealed_last_at - make_interval(mins => $1)`, [
    minutes,
  ]);
}

/** Runs work on a connection of the tables' owner, like the operator's commands. */
export async function asOwner<T>({ deps }: TestSystem, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(deps.config.database.ownerUrl ?? '', { connections: 2, name: 'owner' });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Counts the values sealed with the key of a secret, or without a key id (null), like `npm run keys:status`. */
export async function usesOf(system: TestSystem, secret: string | null): Promise<Record<string, number>> {
  const uses = await countUsesWithLongTimeout(system.deps.config.database.url);
  const id = secret === null ? null : ringOf([secret])[0].id;
  return Object.fromEntries(
    uses.filter(({ keyId }) => keyId === id).map(({ what, uses: count }) => [what, count]),
  );
}
