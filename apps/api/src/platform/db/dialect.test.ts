import { Kysely, sql, type Driver, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { Dialect, runWithCommit } from './dialect.ts';
import { openPool } from './connections.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Opens a database that sends BEGIN with the first statement. Records the SQL texts sent to it. */
function openBatches(beforeQuery: (text: string) => Promise<void> = async () => {}) {
  const sent: string[] = [];
  const config: pg.PoolConfig & { pipeline: true } = {
    connectionString: database.appUrl,
    max: 1,
    pipeline: true,
  };
  const pool = openPool(config);
  const watched: PostgresPool = {
    connect: async () => {
      const client = await pool.connect();
      const query = async (text: string, values: unknown[]) => {
        sent.push(text.trim());
        await beforeQuery(text);
        return client.query(text, values);
      };
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
    options: pool.options,
  };
  const dialect = new Dialect({ pool: watched, isBeginSentAlong: true });
  return { sent, db: new Kysely<object>({ dialect }), driver: dialect.createDriver() };
}

test('sends BEGIN with the first statement of a transaction, and the queued statements with COMMIT', async () => {
  const { db, sent } = openBatches();
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx);
    await runWithCommit(tx, sql`select 'one'`);
    await runWithCommit(tx, sql`select 'two'`);
    return rows[0]?.xid;
  });
  const xid = await work;
  expect(sent).toEqual([
    'begin',
    'select pg_current_xact_id()::text as xid',
    `select 'one'`,
    `select 'two'`,
    'commit',
  ]);
  const { rows } = await sql<{ state: string }>`select pg_xact_status(${xid}::xid8) as state`.execute(db);
  expect(rows).toEqual([{ state: 'committed' }]);
  await db.destroy();
});

test("restores a connection's own methods after a transaction", async () => {
  const driver: Driver = openBatches().driver;
  await driver.init();
  const connection = await driver.acquireConnection();
  const hasOwn = () => Object.hasOwn(connection, 'executeQuery');
  await driver.beginTransaction(connection, {});
  expect(hasOwn()).toBe(true);
  await driver.commitTransaction(connection);
  expect(hasOwn()).toBe(false);
  await driver.releaseConnection(connection);
  await driver.destroy();
});

test('sends no second statement if BEGIN fails', async () => {
  const { db, sent } = openBatches(async (text) => {
    if (text === 'begin') throw new Error('canceling statement due to statement timeout');
  });
  const work = db.transaction().execute(async (tx) => {
    await sql`select 'reads only'`.execute(tx);
    await sql`select 'writes'`.execute(tx);
  });
  await expect(work).rejects.toThrow('canceling statement');
  expect(sent).toEqual(['begin', `select 'reads only'`, 'rollback']);
  await db.destroy();
});

test('sends no queued statement with COMMIT if BEGIN fails', async () => {
  const { db, sent } = openBatches(async (text) => {
    if (text === 'begin') throw new Error('canceling statement due to statement timeout');
  });
  const work = db.transaction().execute(async (tx) => {
    await runWithCommit(tx, sql`select 'writes'`);
    await new Promise((later) => setImmediate(later));
  });
  await expect(work).rejects.toThrow('canceling statement');
  expect(sent).toEqual(['begin', 'rollback']);
  await db.destroy();
});
