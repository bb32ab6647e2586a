import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { decrypt, deriveKeys } from '../crypto/keys.ts';
import { openDatabase, type Db } from '../db/database.ts';
import { enqueue } from './enqueue.ts';

const keys = deriveKeys(Buffer.alloc(32, 7));
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 8, name: 'test' });
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('writes a sealed row in the transaction of its effect, readable with the keys', async () => {
  const payload = { to: '254712000001', words: 'Wanjikũ’s code is 7K3M' };
  await db.transaction().execute((tx) => enqueue(tx, keys, [{ topic: 'sealed', payload }]));
  const [row] = await rowsOf('sealed');
  expect(row?.payload.toString('latin1')).not.toContain('254712000001');
  expect(JSON.parse(decrypt(keys, row?.payload ?? Buffer.alloc(0)))).toEqual(payload);
  expect(row?.state).toBe('pending');
});

test('leaves no outbox row if the transaction is rolled back', async () => {
  const doomed = db.transaction().execute(async (tx) => {
    await enqueue(tx, keys, [{ topic: 'rolled-back', payload: {} }]);
    throw new Error('the effect failed');
  });
  await expect(doomed).rejects.toThrow('the effect failed');
  expect(await rowsOf('rolled-back')).toHaveLength(0);
});

test('writes one row per cause, however many transactions report it at once and in any order', async () => {
  const causes = Array.from({ length: 20 }, (_, index) => ({
    topic: 'once',
    payload: {},
    dedupeKey: `cause-${index}`,
  }));
  await Promise.all(
    Array.from({ length: 16 }, (_, turn) =>
      db.transaction().execute((tx) => enqueue(tx, keys, turn % 2 === 0 ? causes : causes.toReversed())),
    ),
  );
  expect(await rowsOf('once')).toHaveLength(20);
});

test('writes the same key again in another topic, and every row without a key', async () => {
  await db.transaction().execute((tx) =>
    enqueue(tx, keys, [
      { topic: 'topic-a', payload: {}, dedupeKey: 'same' },
      { topic: 'topic-b', payload: {}, dedupeKey: 'same' },
      { topic: 'topic-a', payload: {} },
      { topic: 'topic-a', payload: {} },
    ]),
  );
  expect(await rowsOf('topic-a')).toHaveLength(3);
  expect(await rowsOf('topic-b')).toHaveLength(1);
});

test('makes a delayed row due at its time', async () => {
  const availableAt = new Date('2030-01-02T03:04:05Z');
  await db
    .transaction()
    .execute((tx) => enqueue(tx, keys, [{ topic: 'later', payload: {}, availableAt, isUrgent: true }]));
  expect((await rowsOf('later'))[0]?.available_at).toEqual(availableAt);
});

type Row = { payload: Buffer; state: string; available_at: Date };

async function rowsOf(topic: string): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select payload, state, available_at from outbox where topic = ${topic}`.execute(db);
  return rows;
}
