import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { findName, takeNames } from './index.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 2, name: 'unique-names-test' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const newTarget = () => ({ homeId: newId(), targetId: newId() });

test('when several targets request one name in one SQL statement, only one gets it, even if it requests the name twice', async () => {
  const [first, second] = [newTarget(), newTarget()];
  const name = { kind: 'receipt' as const, key: 'UKL0000001' };
  const names = [first, second, first].map((target) => ({ ...name, ...target }));
  const taken = await inTransaction(db, (tx) => takeNames(tx, names));
  const isFirst = (await findName(db, 'receipt', 'UKL0000001'))?.targetId === first.targetId;
  expect(taken).toEqual(isFirst ? [true, false, true] : [false, true, false]);
});
