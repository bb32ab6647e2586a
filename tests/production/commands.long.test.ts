import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@zawadi/sandbox';
import { freePort } from '@zawadi/story/free-port';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';
import { commandList } from '../../scripts/commands/commands.ts';
import { chooseServerUser, chownTo } from '../../scripts/embedded-postgres/server-user.ts';
import { buildArtefact, makeFolder, type Artefact } from './artefact.ts';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { folder, remove } = makeFolder();
const backups = join(folder, 'backups');

let postgres: OwnPostgres;
let sandbox: Sandbox;
let artefact: Artefact;
beforeAll(async () => {
  artefact = buildArtefact(folder);
  postgres = await startOwnPostgres(folder);
  sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  mkdirSync(backups);
  chownTo(chooseServerUser(), backups);
  await run('migrate', { DATABASE_OWNER_URL: postgres.ownerUrl });
});
afterAll(async () => {
  await sandbox?.close();
  await postgres?.stop();
  remove();
});

function run(command: string, environment: Record<string, string>, ...options: string[]) {
  return artefact.run(command, environment, ...options).hasEnded;
}

test('every command of the artefact has a file and describes itself', async () => {
  for (const [name, { does }] of commandList) {
    const help = await run(name, {}, '--help');
    expect(help).toMatchObject({ code: 0, printed: expect.stringContaining(does) });
    expect(help.printed).toContain(`\nUsage: node zawadi ${name}`);
    expect(help.printed).toContain('\nSettings: ');
  }
  expect(readdirSync(join(folder, 'current'))).toEqual(
    expect.arrayContaining(commandList.map(([name]) => `${name}.js`)),
  );
  expect(await run('bakup', {})).toEqual({
    code: 1,
    printed: 'There is no command "bakup". Did you mean backup? All commands: node zawadi --help\n',
  });
});

test('F33 the artefact alone backs up as a role that only reads, keeps the newest backups, and restores', async () => {
  const environment = { DATABASE_URL: postgres.appUrl };
  expect(await run('admin-create', environment, '--email', 'first@zawadi.test')).toMatchObject({ code: 0 });
  for (let n = 0; n < 2; n += 1) {
    const made = await run(
      'backup',
      { DATABASE_BACKUP_URL: postgres.backupUrl },
      '--to',
      backups,
      '--keep',
      '1h,0d,0m',
    );
    expect(made).toMatchObject({ code: 0, printed: expect.stringContaining('Audit log: whole, 1 entries') });
  }
  const [name = '', ...others] = readdirSync(backups);
  expect(others).toEqual([]);
  const path = join(backups, name);
  expect(await run('verify', {}, '--backup', path)).toMatchObject({
    code: 0,
    printed: expect.stringContaining('complete and unchanged'),
  });
  const { appUrl, ownerUrl } = await postgres.addDatabase('restored');
  const target = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl };
  const restored = await run('restore', target, '--from', path);
  expect(restored).toMatchObject({
    code: 0,
    printed: expect.stringContaining('Everything matches the backup.'),
  });
  expect(restored.printed).toContain('  node zawadi restore --open\n');
  expect(await run('verify', target)).toMatchObject({
    code: 0,
    printed: expect.stringContaining('The audit log is whole: 2 entries'),
  });
  expect(await run('restore', target, '--open', '--force')).toMatchObject({
    printed: 'The system is open.\n',
  });
});

test('F33 a packed backup is restored into a scratch database that is dropped afterwards', async () => {
  const identity = await generateX25519Identity();
  const identityFile = join(folder, 'identity');
  writeFileSync(identityFile, identity);
  chownTo(chooseServerUser(), identityFile);
  const place = join(backups, 'packed');
  const made = await run('backup', {
    DATABASE_BACKUP_URL: postgres.backupUrl,
    BACKUP_TO: place,
    BACKUP_RECIPIENT: await identityToRecipient(identity),
  });
  expect(made).toMatchObject({ code: 0 });
  const target = { DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.ownerUrl };
  const checked = await run('backup-check', target, '--from', place, '--identity', identityFile);
  expect(checked).toMatchObject({
    code: 0,
    printed: expect.stringContaining('Everything matches the backup.'),
  });
  const client = createClient({ connectionString: postgres.ownerUrl });
  await client.connect();
  const { rows } = await client.query(
    `select datname from pg_database where datname like 'zawadi_backup_check%'`,
  );
  await client.end();
  expect(rows).toEqual([]);

  const [name = ''] = readdirSync(place);
  writeFileSync(join(place, name), readFileSync(join(place, name)).subarray(0, -100));
  const damaged = await run('backup-check', target, '--from', place, '--identity', identityFile);
  expect(damaged).toMatchObject({ code: 1, printed: expect.stringContaining('is damaged') });
});

test('the role of backups cannot change data or call functions that do', async () => {
  const client = createClient({ connectionString: postgres.backupUrl });
  await client.connect();
  try {
    for (const statement of [
      `update administrators set name = 'x'`,
      `delete from audit_log`,
      `select ledger.post(null)`,
      `create table own (id int)`,
      `drop table kysely_migration`,
    ])
      await expect
        .soft(client.query(statement), statement)
        .rejects.toThrow(/permission denied|must be owner|does not exist/u);
  } finally {
    await client.end();
  }
});

test('the API reads secrets from files, and stops at SIGTERM', async () => {
  const secret = join(folder, 'database-url');
  writeFileSync(secret, `${postgres.appUrl}\n`, { mode: 0o644 });
  const port = String(await freePort());
  const sandboxPort = new URL(sandbox.url).port;
  const api = artefact.run('api', { DATABASE_URL_FILE: secret, SANDBOX_PORT: sandboxPort, PORT: port });
  await api.untilPrinted('"msg":"serving"');
  expect(await fetch(`http://127.0.0.1:${port}/readyz`)).toMatchObject({ status: 200 });
  api.signal('SIGTERM');
  expect(await api.hasEnded).toMatchObject({ code: 0 });
});
