import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { inSharedTransaction } from '../../../platform/db/shared-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { findName, takeName } from './index.ts';

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

test('of several who take one name in a transaction that they share, one has it, however often it asks', async () => {
  const [first, second] = [newTarget(), newTarget()];
  const taken = await inSharedTransaction(
    db,
    [first, second, first].map((target) => (tx) => takeName(tx, 'receipt', 'UKL0000001', target)),
  );
  const isFirst = (await findName(db, 'receipt', 'UKL0000001'))?.targetId === first.targetId;
  expect(taken).toEqual(isFirst ? [true, false, true] : [false, true, false]);
});
