import { Client } from 'pg';
import { expect, test, afterAll, beforeAll } from 'vitest';
import { openDatabase, type Db } from '../platform/db/database.ts';
import { createTestDatabase, createFailureLog, type TestDatabase } from './test-database.ts';

let database: TestDatabase;

let db: Db;

test('each test file gets its own migrated database, however many ask at once', async () => {
  const databases = await Promise.all(Array.from({ length: 8 }, createTestDatabase));
  expect(new Set(databases.map((database) => database.appUrl)).size).toBe(8);
  for (const database of databases) {
    expect(await tablesSeenBy(database.ownerUrl)).toContain('kysely_migration');
    await database.drop();
    await expect(tablesSeenBy(database.appUrl)).rejects.toThrow('does not exist');
  }
});

async function tablesSeenBy(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT relname AS name FROM pg_class WHERE relkind = $1',
      ['r'],
    );
    return rows.map((row) => row.name);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 1, name: 'test' });
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test("prints only the database's own sentences about missing rights of the application's role", async () => {
  const said: string[] = [];
  const log = createFailureLog((sentence) => said.push(sentence));
  await db
    .deleteFrom('audit_log')
    .execute()
    .catch((err: unknown) => log.error({ err }, 'request failed'));
  log.error({ err: new Error('another failure') }, 'request failed');
  log.error('no error at all');
  expect(said).toEqual(['The database says: permission denied for table audit_log']);
});
