import { setDefaultCACertificates, getCACertificates } from 'node:tls';
import { createSandbox, type Sandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import type { SignedIn } from '@zawadi/story/people';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDeps } from '../../apps/api/src/app.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { newTill, type Till } from '../../apps/api/src/testing/tills.ts';
import { redeem, buyCode } from '../faults/tills.ts';
import { buildArtefact, makeFolder, type Artefact, type Part } from './artefact.ts';
import { startLoad } from './load.ts';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { findProxies, makeCertificate, startProxy, type Certificate } from './proxies.ts';
import { openPool } from '../../apps/api/src/platform/db/connections.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const TILLS = 8;
const CALLS_BETWEEN = 60;
const LEAVES_WITHIN_MS = 10_000;
const MEGABYTE = 1_048_576;
const IDLE_AT_MOST = 120 * MEGABYTE;

const { folder, remove } = makeFolder();
const proxies = findProxies();
const usual = getCACertificates('default');

let postgres: OwnPostgres;
let sandbox: Sandbox;
let artefact: Artefact;
let certificate: Certificate;
let environment: Record<string, string>;
beforeAll(async () => {
  artefact = buildArtefact(folder);
  postgres = await startOwnPostgres(folder);
  sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  environment = {
    DATABASE_URL: postgres.appUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '3',
  };
  certificate = makeCertificate(folder);
  setDefaultCACertificates([...usual, certificate.pem]);
});

let migration: Part['hasEnded'] | undefined;
const migrated = (): Part['hasEnded'] =>
  (migration ??= artefact.run('migrate', { DATABASE_OWNER_URL: postgres.ownerUrl }).hasEnded);

afterAll(async () => {
  setDefaultCACertificates(usual);
  await sandbox?.close();
  await postgres?.stop();
  remove();
});

test('API and worker refuse to start before the migrations or as the database owner, with one sentence', async () => {
  for (const file of ['api', 'worker']) {
    const port = String(await freePort());
    const early = await artefact.run(file, { ...environment, PORT: port }).hasEnded;
    expect(early).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/^The database is empty; run .*$/mu),
    });
    expect(early.printed).not.toContain('    at ');
  }
  const unnamed = await artefact.run('migrate', { DATABASE_URL: postgres.appUrl }).hasEnded;
  expect(unnamed).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/^Set DATABASE_OWNER_URL, .*\n$/u),
  });
  const migrated = await artefact.run('migrate', { DATABASE_OWNER_URL: postgres.ownerUrl }).hasEnded;
  expect(migrated).toMatchObject({
    code: 0,
    printed: expect.stringContaining('The database is up to date.'),
  });
  const asOwner = { ...environment, DATABASE_URL: postgres.ownerUrl, PORT: String(await freePort()) };
  for (const file of ['api', 'worker']) {
    const { code, printed } = await artefact.run(file, asOwner).hasEnded;
    expect(code).toBe(1);
    expect(printed).toMatch(
      /^DATABASE_URL signs in as zawadi_owner, who may do everything in the database; .*$/mu,
    );
  }
});

test('the artefact has the files that it reads at run time, and the operator’s commands', async () => {
  await migrated();
  const port = await freePort();
  const api = await startApi(artefact, port);
  for (const path of ['/', '/api/docs/', '/api/docs/json', '/developers/reference.md']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { accept: 'text/html, */*' },
    });
    expect(`${path} ${status}`).toBe(`${path} 200`);
  }
  await stop(api);
  expect(await artefact.evaluate(USES_PACKAGES).hasEnded).toEqual({
    code: 0,
    printed: 'webp %PDF\n',
  });
  const made = artefact.run('admin-create', environment);
  expect((await made.hasEnded).printed).toContain('An email address is needed.');
  const verified = await artefact.run('verify', environment).hasEnded;
  expect(verified).toMatchObject({ code: 0, printed: expect.stringContaining('The audit log is whole') });
});

test('API and worker each need less than 120 MB when idle', async () => {
  await migrated();
  const api = await startApi(artefact, await freePort());
  const worker = artefact.run('worker', environment);
  await worker.untilPrinted('"msg":"working"');
  await vi.waitFor(
    () => {
      for (const part of [api, worker]) expect(part.residentBytes()).toBeLessThan(IDLE_AT_MOST);
    },
    { timeout: 120_000, interval: 1_000 },
  );
  for (const part of [api, worker]) await stop(part);
});

test('at least one proxy of ops/ is installed', () => {
  expect(proxies, 'this test needs a proxy: apt-get install haproxy nginx-light').not.toEqual([]);
});

test.each(proxies.map((program) => [program.name, program] as const))(
  'F32 behind %s, no request fails under load during a rolling update of two APIs',
  async (_, program) => {
    await migrated();
    const ports: [number, number] = [await freePort(), await freePort()];
    const apis: [Part, Part] = [await startApi(artefact, ports[0]), await startApi(artefact, ports[1])];
    const worker = artefact.run('worker', environment);
    await worker.untilPrinted('"msg":"working"');
    const people = await makePeople(ports[0]);
    const port = await freePort();
    const proxy = await startProxy(program, { port, apis: ports, certificate, folder });
    const load = startLoad(`https://127.0.0.1:${port}`, { ...people, tills: TILLS });
    const untilMore = (): Promise<void> => {
      const enough = load.answered() + CALLS_BETWEEN;
      return vi.waitFor(() => expect(load.answered()).toBeGreaterThan(enough), {
        timeout: 60_000,
        interval: 50,
      });
    };
    await untilMore();

    const next = artefact.withMigration('9999_next_version', NEXT_VERSION);
    const changed = await next.run('migrate', { DATABASE_OWNER_URL: postgres.ownerUrl }).hasEnded;
    expect(changed).toMatchObject({ code: 0 });
    await untilMore();
    for (const index of [0, 1] as const) {
      await stop(apis[index]);
      await untilMore();
      apis[index] = await startApi(next, ports[index]);
      await untilMore();
    }
    await load.stop();

    expect(load.failures).toEqual([]);
    expect(load.streams()).toBeGreaterThan(1);
    expect(load.shown()).toBeGreaterThan(10);
    await expectRedeemedOnce(people.till, load.redemptions);
    for (const part of [...apis, worker]) await stop(part);
    await proxy.stop();
  },
);

/** Uses the packages that are copied instead of bundled: pictures, documents with our typeface, password hashes. */
const USES_PACKAGES = `
  const sharp = require('sharp'), Pdf = require('pdfkit'), { hashSync } = require('@node-rs/argon2');
  hashSync('x');
  const doc = new Pdf();
  doc.font(require.resolve('@fontsource/funnel-display/files/funnel-display-latin-400-normal.woff')).text('x').end();
  sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).webp().toBuffer({ resolveWithObject: true })
    .then(({ info }) => console.log(info.format, doc.read().toString('latin1', 0, 4)));`;

/**
 * Migration of the next version, which runs while the previous version serves: a new column, and a value in every row.
 */
const NEXT_VERSION = `
  alter table vouchers add column next_version_note text not null default '';
  update vouchers set next_version_note = 'seen';`;

async function startApi(from: Artefact, port: number): Promise<Part> {
  const api = from.run('api', { ...environment, PORT: String(port) });
  await api.untilPrinted('"msg":"serving"');
  await vi.waitFor(async () => expect(await statusOf(port)).toBe(200), { timeout: 60_000, interval: 50 });
  return api;
}

async function statusOf(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
}

/** Stops a process as systemd does. */
async function stop(part: Part): Promise<void> {
  const startedMs = performance.now();
  part.signal('SIGTERM');
  expect(await part.hasEnded).toMatchObject({ code: 0 });
  expect(performance.now() - startedMs).toBeLessThan(LEAVES_WITHIN_MS);
}

/** Creates a shop with money, and a consumer. */
async function makePeople(port: number): Promise<{ till: Till; listener: SignedIn }> {
  const deps = createDeps(readConfig({ ...environment, LOG_LEVEL: 'fatal' }), 'test');
  const owner = openPool({ connectionString: postgres.ownerUrl, max: 1 });
  try {
    const api = createApiClient(`http://127.0.0.1:${port}`);
    const surroundings = { api, sandbox: createSandboxControl(sandbox.url), owner, deps };
    const till = await newTill(surroundings);
    const amount = 30_000;
    const code = await buyCode(surroundings, amount);
    await redeem(surroundings, till.basic, { code, key: 'first', amount: amount - amount / 20 });
    return { till, listener: await newConsumer(surroundings) };
  } finally {
    await owner.end();
    await deps.db.destroy();
  }
}

/** Checks that the database has every acknowledged redemption, and no other. */
async function expectRedeemedOnce({ merchantId }: Till, told: string[]): Promise<void> {
  const deps = createDeps(readConfig({ ...environment, LOG_LEVEL: 'fatal' }), 'test');
  try {
    const rows = await deps.db
      .selectFrom('redemptions')
      .innerJoin('vouchers', 'vouchers.id', 'redemptions.voucher_id')
      .select('redemptions.id')
      .where('redemptions.merchant_id', '=', merchantId)
      .execute();
    const [first, ...kept] = rows.map(({ id }) => id).toSorted();
    expect(first).toBeDefined();
    expect(kept.length).toBe(told.length);
    expect(new Set(rows.map(({ id }) => id)).isSupersetOf(new Set(told))).toBe(true);
    await assertLedgerInvariants(deps.db);
  } finally {
    await deps.db.destroy();
  }
}
