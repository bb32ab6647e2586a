import { createSandbox, type Sandbox } from '@zawadi/sandbox';
import { freePort } from '@zawadi/story/free-port';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildArtefact, makeFolder, type Artefact, type Part } from './artefact.ts';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { settingsFor, startApi, startWorker, stop } from './processes.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const MEGABYTE = 1_048_576;
const IDLE_AT_MOST = 120 * MEGABYTE;

const { folder, remove } = makeFolder();

let postgres: OwnPostgres;
let sandbox: Sandbox;
let artefact: Artefact;
let environment: Record<string, string>;
beforeAll(async () => {
  artefact = buildArtefact(folder);
  postgres = await startOwnPostgres(folder);
  sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  environment = settingsFor(postgres, sandbox);
});

let migration: Part['hasEnded'] | undefined;
const migrated = (): Part['hasEnded'] =>
  (migration ??= artefact.run('migrate', { DATABASE_OWNER_URL: postgres.ownerUrl }).hasEnded);

afterAll(async () => {
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
  const api = await startApi(artefact, port, environment);
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
  const api = await startApi(artefact, await freePort(), environment);
  const worker = await startWorker(artefact, environment);
  await vi.waitFor(
    () => {
      for (const part of [api, worker]) expect(part.residentBytes()).toBeLessThan(IDLE_AT_MOST);
    },
    { timeout: 120_000, interval: 1_000 },
  );
  for (const part of [api, worker]) await stop(part);
});

/** Uses the packages that are copied instead of bundled: pictures, documents with our typeface, password hashes. */
const USES_PACKAGES = `
  const sharp = require('sharp'), Pdf = require('pdfkit'), { hashSync } = require('@node-rs/argon2');
  hashSync('x');
  const doc = new Pdf();
  doc.font(require.resolve('@fontsource/funnel-display/files/funnel-display-latin-400-normal.woff')).text('x').end();
  sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).webp().toBuffer({ resolveWithObject: true })
    .then(({ info }) => console.log(info.format, doc.read().toString('latin1', 0, 4)));`;
