import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { requireUsableDatabase } from './usable-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test('starts on a database of its own version or a newer one', async () => {
  expect(await sentenceFor(database.appUrl)).toBeUndefined();
  await asOwner(`insert into kysely_migration values ('9999_future', now())`);
  expect(await sentenceFor(database.appUrl)).toBeUndefined();
});

test('refuses to start on a database with a missing migration or an outdated SQL function', async () => {
  await asOwner(`update schema_files set sha256 = 'x' where name = 'ledger/fold.sql'`);
  expect(await sentenceFor(database.appUrl)).toMatch(
    /^The database is of an older version of Zawadi \(it lacks ledger\/fold\.sql\); run /u,
  );
  await asOwner(`update schema_files set product_version = '99.0.0' where name = 'ledger/fold.sql'`);
  expect(await sentenceFor(database.appUrl)).toBeUndefined();
  await asOwner(`delete from kysely_migration where name = '0001_baseline'`);
  expect(await sentenceFor(database.appUrl)).toMatch(/\(it lacks 0001_baseline\); run /u);
  await asOwner('revoke select on kysely_migration from zawadi_app');
  expect(await sentenceFor(database.appUrl)).toMatch(/^The database is of an older version of Zawadi/u);
});

test('refuses to start on an empty database', async () => {
  await asOwner('drop table kysely_migration');
  expect(await sentenceFor(database.appUrl)).toMatch(/^The database is empty; run /u);
});

test('refuses to start as owner or superuser, and says how to grant the rights to another role', async () => {
  const { superuserUrl } = inject('postgres');
  const superuser = new URL(superuserUrl);
  superuser.pathname = new URL(database.appUrl).pathname;
  for (const url of [database.ownerUrl, superuser.href]) {
    expect(await sentenceFor(url)).toMatch(/^DATABASE_URL signs in as \w+, who may do everything/u);
  }
  const stranger = `stranger_${randomBytes(4).toString('hex')}`;
  await run(superuserUrl, `create role ${stranger} login superuser password 'x'`);
  const url = new URL(database.appUrl);
  [url.username, url.password] = [stranger, 'x'];
  try {
    expect(await sentenceFor(url.href)).toMatch(/may do everything/u);
    await run(superuserUrl, `alter role ${stranger} nosuperuser`);
    await run(superuser.href, `grant connect on database ${superuser.pathname.slice(1)} to ${stranger}`);
    expect(await sentenceFor(url.href)).toBe(
      `DATABASE_URL signs in as ${stranger}, who has no rights in the database; have its owner run GRANT zawadi_app TO ${stranger}.`,
    );
    await run(superuserUrl, `grant zawadi_owner to ${stranger}`);
    expect(await sentenceFor(url.href)).toMatch(/may do everything/u);
  } finally {
    await run(superuser.href, `drop owned by ${stranger}`);
    await run(superuserUrl, `drop role ${stranger}`);
  }
});

async function sentenceFor(url: string): Promise<string | undefined> {
  const db = openDatabase(url, { connections: 1, name: 'test' });
  try {
    await requireUsableDatabase(db);
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'UnusableDatabase') return error.message;
    throw error;
  } finally {
    await db.destroy();
  }
}

function asOwner(sql: string): Promise<void> {
  return run(database.ownerUrl, sql);
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
