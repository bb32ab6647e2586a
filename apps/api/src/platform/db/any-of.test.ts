import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holding, untilWaiting } from '../../testing/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { lockedInOrder } from './any-of.ts';
import { openDatabase, type Db } from './database.ts';

let database: TestDatabase;
let db: Db;
let owner: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 2, name: 'test' });
  owner = new Pool({ connectionString: database.ownerUrl });
});

afterAll(async () => {
  await Promise.all([db.destroy(), owner.end()]);
  await database.drop();
});

test('an UPDATE of several rows locks them by id, in whatever order they are stored', async () => {
  const [first, second] = [newId(), newId()];
  await owner.query('create table stored_backwards (id uuid not null, is_changed boolean)');
  await owner.query('grant select, update on stored_backwards to zawadi_app');
  await owner.query('insert into stored_backwards values ($1), ($2)', [second, first]);

  const lock = 'select from stored_backwards where id = $1 for update';
  const release = await holding(owner, lock, [first]);
  const update = sql`
    update stored_backwards t set is_changed = true
    from ${lockedInOrder('stored_backwards', 'id', [second, first], 'uuid')} l
    where t.id = l.id`.execute(db);
  try {
    await untilWaiting(db, 1);
    const { rows } = await owner.query(`${lock} skip locked`, [second]);
    expect(rows).toHaveLength(1);
  } finally {
    await release();
    await update;
  }
  const changed = await owner.query('select from stored_backwards where is_changed');
  expect(changed.rows).toHaveLength(2);
});
