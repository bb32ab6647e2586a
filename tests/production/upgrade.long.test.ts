import { setDefaultCACertificates, getCACertificates } from 'node:tls';
import { createSandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createDeps } from '../../apps/api/src/app.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { readVerification } from '../../apps/api/src/features/services/audit/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { openPool } from '../../apps/api/src/platform/db/connections.ts';
import { watchBooks } from '../../apps/api/src/testing/books-agree.ts';
import { newConsumer, newConsumers } from '../../apps/api/src/testing/consumers.ts';
import { newTill, type Till } from '../../apps/api/src/testing/tills.ts';
import { redeem, buyCode } from '../faults/tills.ts';
import type { Surroundings } from '../faults/processes.ts';
import { buildArtefact, makeFolder, type Artefact, type Part } from './artefact.ts';
import { startLoad } from './load.ts';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { startPayers } from './payers.ts';
import { settingsFor, startApi, startWorker, stop } from './processes.ts';
import { findProxies, makeCertificate, startProxy, type Certificate } from './proxies.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const TILLS = 6;
const PAYERS = 4;
/** Between two acts of the operator, so many calls of tills and so many payments succeed. */
const CALLS_BETWEEN = 60;
const PAYMENTS_BETWEEN = 2;

/** Migration that runs while the previous version serves: a new column, and a value in every row. */
const MIGRATION = {
  name: '9999_next_version',
  sql: `
    alter table vouchers add column next_version_note text not null default '';
    update vouchers set next_version_note = 'seen';`,
};

const { folder, remove } = makeFolder();
const proxies = findProxies();
const usual = getCACertificates('default');

let postgres: OwnPostgres;
let installed: Artefact;
let next: Artefact;
let certificate: Certificate;
beforeAll(async () => {
  installed = buildArtefact(folder);
  next = installed.newer('9.9.9', MIGRATION);
  postgres = await startOwnPostgres(folder);
  certificate = makeCertificate(folder);
  setDefaultCACertificates([...usual, certificate.pem]);
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await postgres?.stop();
  remove();
});

test('at least one proxy of ops/ is installed', () => {
  expect(proxies, 'this test needs a proxy: apt-get install haproxy nginx-light').not.toEqual([]);
});

test.each(proxies.map((program) => [program.name, program] as const))(
  'F32 behind %s, no call fails and every payment is final during an upgrade under load',
  async (name, program) => {
    const system = await startInstalled(name);
    onTestFinished(system.close);
    const { settings, ports, product, owner } = system;
    const till = await makeShopWithMoney(product);
    const [listener, people] = [await newConsumer(product), await newConsumers(product, PAYERS)];
    const booksAgree = await watchBooks(product);
    const port = await freePort();
    const proxy = await startProxy(program, { port, apis: ports, certificate, folder });
    const origin = `https://127.0.0.1:${port}`;
    const load = startLoad(origin, { till, listener, tills: TILLS });
    const payers = startPayers(origin, people, product.sandbox);
    const untilMore = (): Promise<void> => {
      const [calls, payments] = [load.answered() + CALLS_BETWEEN, payers.paid() + PAYMENTS_BETWEEN];
      return vi.waitFor(
        () => {
          expect(load.answered()).toBeGreaterThan(calls);
          expect(payers.paid()).toBeGreaterThanOrEqual(payments);
        },
        { timeout: 90_000, interval: 50 },
      );
    };
    await untilMore();

    // The order of docs/operations.md: migrations, worker, then one API after the other.
    expect(await next.run('migrate', { DATABASE_OWNER_URL: system.ownerUrl }).hasEnded).toMatchObject({
      code: 0,
    });
    expect(await versionsIn(owner)).toContain('9.9.9');
    await untilMore();
    await stop(system.parts.worker);
    system.parts.worker = await startWorker(next, settings);
    await untilMore();
    for (const [index, one] of (['first', 'second'] as const).entries()) {
      await stop(system.parts[one]);
      await untilMore();
      system.parts[one] = await startApi(next, ports[index] ?? 0, settings);
      await untilMore();
    }
    await Promise.all([load.stop(), payers.stop()]);

    expect([...load.failures, ...payers.failures]).toEqual([]);
    expect(load.streams()).toBeGreaterThan(1);
    expect(load.shown()).toBeGreaterThan(10);
    await expectRedeemedOnce(owner, till, load.redemptions);
    const { rows: orders } = await owner.query('select distinct state from orders');
    expect(orders).toEqual([{ state: 'SUCCEEDED' }]);
    await booksAgree();
    await assertLedgerInvariants(product.deps.db);
    expect((await readVerification(product.deps.db)).brokenAt).toBeUndefined();
    await proxy.stop();
  },
);

/** Starts the installed version: two APIs and a worker on a database of their own. */
async function startInstalled(name: string) {
  const closers = new AsyncDisposableStack();
  const { appUrl, ownerUrl } = await postgres.addDatabase(name);
  const sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  closers.defer(sandbox.close);
  const settings = settingsFor({ appUrl }, sandbox);
  await installed.run('migrate', { DATABASE_OWNER_URL: ownerUrl }).hasEnded;
  const ports: [number, number] = [await freePort(), await freePort()];
  const parts: Record<'first' | 'second' | 'worker', Part> = {
    first: await startApi(installed, ports[0], settings),
    second: await startApi(installed, ports[1], settings),
    worker: await startWorker(installed, settings),
  };
  closers.defer(async () => void (await Promise.all(Object.values(parts).map(stop))));
  const deps = createDeps(readConfig({ ...settings, LOG_LEVEL: 'fatal' }), 'test');
  closers.defer(() => deps.db.destroy());
  const owner = openPool({ connectionString: ownerUrl, max: 2 });
  closers.defer(() => owner.end());
  const api = createApiClient(`http://127.0.0.1:${ports[0]}`);
  const product: Surroundings = { api, sandbox: createSandboxControl(sandbox.url), owner, deps };
  return {
    ownerUrl,
    settings,
    ports,
    parts,
    product,
    owner,
    close: () => closers.disposeAsync(),
  };
}

async function makeShopWithMoney(product: Surroundings): Promise<Till> {
  const till = await newTill(product);
  const amount = 30_000;
  const code = await buyCode(product, amount);
  await redeem(product, till.basic, { code, key: 'first', amount: amount - amount / 20 });
  return till;
}

async function versionsIn(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ version: string }>(
    'select distinct product_version as version from schema_files',
  );
  return rows.map(({ version }) => version);
}

/** Checks that the database has every acknowledged redemption, and no other but the first. */
async function expectRedeemedOnce(owner: pg.Pool, { merchantId }: Till, told: string[]): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('select id from redemptions where merchant_id = $1', [
    merchantId,
  ]);
  const kept = new Set(rows.map(({ id }) => id));
  expect(kept.size).toBe(told.length + 1);
  expect(kept.isSupersetOf(new Set(told))).toBe(true);
}
