import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { isAnyOf } from './any-of.ts';
import { openDatabase, type Db } from './database.ts';
import { inTransaction } from './in-transaction.ts';

const OFTEN = 30;

let database: TestDatabase;
let owner: pg.Client;
let db: Db;

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 1, name: 'test' });
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query('create table sizes (id int primary key, size int)');
  await owner.query('insert into sizes values (1, 5)');
  await owner.query(`grant select on sizes to "${new URL(database.appUrl).username}"`);
});

afterEach(async () => {
  await Promise.all([db.destroy(), owner.end()]);
  await database.drop();
});

async function askOften(statement: (n: number) => RawBuilder<unknown>): Promise<void> {
  for (let n = 0; n < OFTEN; n += 1) await statement(n).execute(db);
}

/** Lists the SQL statements for which this connection keeps a plan. */
async function planned(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

test('plans a frequent statement once, whatever its values', async () => {
  await askOften((n) => sql`select size from sizes where id = ${n}`);
  expect(await planned()).toEqual(['select size from sizes where id = $1']);
});

test('plans a statement for any number of rows once, even if it first runs for one row', async () => {
  await askOften((n) => sql`select size from sizes where ${isAnyOf('id', [n % 9], 'smallint')}`);
  const { rows } = await sql<{ custom: number }>`
    select custom_plans::int as custom from pg_prepared_statements where statement like 'select size from%'`.execute(
    db,
  );
  expect(rows).toEqual([{ custom: 5 }]);
});

test('keeps no plan of a rare statement', async () => {
  await sql`select id, size from sizes where id = ${1}`.execute(db);
  expect(await planned()).toEqual([]);
});

test('plans a list page, a search and a sum each time, because the best plan depends on the values', async () => {
  await askOften((n) => sql`select id from sizes where size > ${n} order by id limit ${10}`);
  await askOften((n) => sql`select id from sizes where id::text like ${`${n}%`}`);
  await askOften((n) => sql`select size, count(*) from sizes where id > ${n} group by size`);
  expect(await planned()).toEqual([]);
});

test('replans a statement after a migration, and retries its transaction', async () => {
  const read = (id: number) => sql<object>`select * from sizes where id = ${id}`;
  await askOften(read);
  await owner.query('alter table sizes add column colour text');
  const rows = await inTransaction(db, async (tx) => (await read(1).execute(tx)).rows);
  expect(rows).toEqual([{ id: 1, size: 5, colour: null }]);
});
