import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from 'pg';
import { createDeps } from '../../../app.ts';
import { readConfig } from '../../../config/config.ts';
import { encrypt } from '../../../platform/crypto/keys.ts';
import { sealWithoutKeyId } from '../../../testing/seal-without-key-id.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { until } from '../../../testing/until.ts';
import { listKeys } from './app-keys-store.ts';
import { reportSealingRegularly } from './report-sealing.ts';
import { openRing } from './open-ring.ts';
import { rotateKeys } from './rotate-keys.ts';
import { ageSealingReports, ringOf } from './testing/processes.ts';
import { openPool } from '../../../platform/db/connections.ts';

const [OLD, NEW, OTHER] = ['old', 'new', 'other'];

let database: TestDatabase;
let owner: Pool;
let deps: ReturnType<typeof createDeps>;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openPool({ connectionString: database.ownerUrl, max: 1 });
  deps = createDeps(readConfig({ DATABASE_URL: database.appUrl, LOG_LEVEL: 'fatal' }), 'test');
});
afterAll(async () => {
  await deps.db.destroy();
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  await owner.query('delete from app_keys');
  await owner.query('delete from app_secrets');
});

function idOf(secret: string): string {
  return ringOf([secret])[0].id;
}

/** Starts like a process with these secrets. */
async function start(...secrets: string[]) {
  const keys = ringOf(secrets);
  await openRing({ ...deps, keys });
  return keys;
}

async function store(sealed: Buffer): Promise<void> {
  await owner.query(`insert into app_secrets (name, sealed) values (gen_random_uuid()::text, $1)`, [sealed]);
}

async function isReplaced(secret: string): Promise<boolean | undefined> {
  const { rows } = await owner.query<{ is: boolean }>(
    'select replaced_at is not null as is from app_keys where id = $1',
    [idOf(secret)],
  );
  return rows[0]?.is;
}

async function isDropped(secret: string): Promise<boolean | undefined> {
  const { rows } = await owner.query<{ is: boolean }>(
    'select dropped_at is not null as is from app_keys where id = $1',
    [idOf(secret)],
  );
  return rows[0]?.is;
}

function rotate(...secrets: string[]) {
  return rotateKeys({ db: deps.db, keys: ringOf(secrets) });
}

test('on a first start with two secrets, the second one counts as replaced, for values that are not stored', async () => {
  const [, former] = await start(NEW, OLD);
  expect(former?.replacedAt).toBeInstanceOf(Date);
  expect([await isReplaced(NEW), await isReplaced(OLD)]).toEqual([false, true]);
  const [, again] = await start(NEW, OLD);
  expect(again?.replacedAt).toEqual(former?.replacedAt);
});

test('a secret behind the current one counts as its successor, and is accepted indefinitely', async () => {
  await start(OLD);
  const [, next] = await start(OLD, NEW);
  expect(next?.replacedAt).toBeUndefined();
  const [, former] = await start(NEW, OLD);
  expect(former?.replacedAt).toBeInstanceOf(Date);
  expect(await isReplaced(NEW)).toBe(false);
});

test('while no key is recorded, values without a key id show which secret was in use', async () => {
  await store(sealWithoutKeyId(ringOf([OLD]), 'MKATE'));
  await expect(start(NEW)).rejects.toThrow(
    'No key of this start opens what was sealed before it (secrets of the application): put the secret',
  );
  expect(await listKeys(deps.db)).toEqual([]);
  await start(OLD, NEW);
  expect([await isReplaced(OLD), await isReplaced(NEW)]).toEqual([false, false]);
  await owner.query('delete from app_keys');
  await start(NEW, OLD);
  expect([await isReplaced(OLD), await isReplaced(NEW)]).toEqual([true, false]);
});

test('a running process notices that another process has replaced its sealing key', async () => {
  const keys = await start(OLD, NEW);
  await start(NEW, OLD);
  const stop = reportSealingRegularly({ ...deps, keys }, 10);
  expect(keys.map(({ replacedAt }) => replacedAt !== undefined)).toEqual([false, true]);
  await until(() => expect(keys.map(({ replacedAt }) => replacedAt !== undefined)).toEqual([true, false]));
  stop();
});

test('refuses to reseal values with a key that no process has as its first key', async () => {
  await expect(rotate(OTHER, OLD)).rejects.toThrow(`(its key is ${idOf(OTHER)}): set APP_SECRETS here`);
  await start(OLD);
  await start(OLD, NEW);
  await ageSealingReports({ owner });
  await expect(rotate(NEW, OLD)).rejects.toThrow('No process seals with the first secret');
  await start(NEW, OLD);
  expect((await rotate(NEW, OLD)).unreadable).toEqual([]);
  await expect(rotate(OLD, NEW)).rejects.toThrow('No process seals with the first secret');
  await store(encrypt(ringOf([NEW]), 'MKATE'));
  // A refused start seals nothing.
  await expect(start(OTHER)).rejects.toThrow(`The key ${idOf(NEW)} is missing`);
  await expect(rotate(OTHER, NEW)).rejects.toThrow('No process seals with the first secret');
});

test('names a process that still seals with the replaced key, and does not drop that key', async () => {
  const stop = reportSealingRegularly({ ...deps, keys: await start(OLD, NEW) }, 10);
  await start(NEW, OLD);
  await ageSealingReports({ owner });
  await eventually('the straggler has said what it seals with', async () =>
    (await listKeys(deps.db)).find(({ id, sealing }) => id === idOf(OLD) && sealing),
  );
  await expect(rotate(NEW, OLD)).rejects.toThrow(
    new RegExp(`^The key ${idOf(OLD)} was sealed with until \\S+Z by process ${process.pid} on `, 'u'),
  );
  await start(NEW);
  expect(await isDropped(OLD)).toBe(false);
  stop();
  await eventually('the key is dropped once its last note is old', async () => {
    await ageSealingReports({ owner });
    await start(NEW);
    return (await isDropped(OLD)) || undefined;
  });
});

test('for 30 days, a start detects that a forgotten process has used a dropped key', async () => {
  await start(OLD, NEW);
  await start(NEW, OLD);
  await ageSealingReports({ owner });
  await start(NEW);
  expect(await isDropped(OLD)).toBe(true);
  await store(encrypt(ringOf([OLD]), 'MKATE'));
  await expect(start(NEW)).rejects.toThrow(
    `The key ${idOf(OLD)} is missing, and still needed for secrets of`,
  );
  expect(await isDropped(OLD)).toBe(false);
  await owner.query('delete from app_secrets');
  await start(NEW);
  await owner.query(`update app_keys set dropped_at = dropped_at - interval '31 days'`);
  await store(encrypt(ringOf([OLD]), 'MKATE'));
  await start(NEW);
  // A process that uses the key reports it, so the key is no longer dropped.
  const stop = reportSealingRegularly({ ...deps, keys: ringOf([OLD, NEW]) }, 10);
  await eventually('the key is not dropped any more', async () => !(await isDropped(OLD)) || undefined);
  stop();
  await expect(start(NEW)).rejects.toThrow(`The key ${idOf(OLD)} is missing`);
});
