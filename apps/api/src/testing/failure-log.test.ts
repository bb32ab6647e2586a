import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Db } from '../platform/db/database.ts';
import { createFailureLog } from './failure-log.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 1, name: 'test' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('what the application role may not do is said in the words of the database, and nothing else is', async () => {
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
