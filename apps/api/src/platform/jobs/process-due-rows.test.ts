import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Db } from '../db/database.ts';
import { processDueRows } from './process-due-rows.ts';
import { openPool } from '../db/connections.ts';

let db: Db;
let owner: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 2, name: 'test' });
  owner = openPool({ connectionString: database.ownerUrl, max: 1 });
  await owner.query('create table chores (id text primary key, done_by text)');
  await owner.query('grant select, update on chores to zawadi_app');
  close = async () => {
    await db.destroy();
    await owner.end();
    await database.drop();
  };
});
afterAll(() => close());
beforeEach(() => owner.query('delete from chores'));

async function newChores(most: number): Promise<void> {
  await owner.query(`insert into chores select lpad(n::text, 3, '0') from generate_series(1, $1) n`, [most]);
}

const left = async () => {
  const { rows } = await owner.query<{ id: string }>(
    'select id from chores where done_by is null order by id',
  );
  return rows.map(({ id }) => id);
};

/** Processes the due rows of `chores`; those in `spoiled` fail. */
function workOff(spoiled: string[], logged: string[] = [], transactions: number[] = []) {
  const log = { error: ({ id }: { id: string }) => logged.push(id) };
  return processDueRows(
    { db, log: log as never },
    {
      atOnce: 10,
      failure: 'a chore cannot be done',
      take: async (tx, { limit, except }) => {
        const { rows } = await sql<{ id: string }>`
          update chores set done_by = 'me'
          where id in (
            select id from chores where done_by is null and id <> all(${except}) order by id limit ${limit}
          )
          returning id`.execute(tx);
        transactions.push(rows.length);
        return rows;
      },
      work: async (_tx, rows) => {
        const failing = rows.find(({ id }) => spoiled.includes(id));
        if (failing) throw new Error(`spoiled: ${failing.id}`);
      },
    },
  );
}

test('processes many rows in one transaction if none fails', async () => {
  await newChores(25);
  const transactions: number[] = [];
  expect(await workOff([], [], transactions)).toBe(25);
  expect(transactions).toEqual([10, 10, 5]);
  expect(await left()).toEqual([]);
});

test('logs failing rows, keeps them due, delays no others, and fails the run', async () => {
  await newChores(35);
  const logged: string[] = [];
  await expect(workOff(['001', '007', '008', '035'], logged)).rejects.toThrow(
    'a chore cannot be done: 4 failed',
  );
  expect(await left()).toEqual(['001', '007', '008', '035']);
  expect(logged).toEqual(['001', '007', '008', '035']);
});

test('ends a run in which every row fails', async () => {
  await newChores(60);
  const all = await left();
  await expect(workOff(all)).rejects.toThrow('20 failed');
  expect(await left()).toEqual(all);
});

test('fails the run if its rows cannot be read', async () => {
  await newChores(3);
  await owner.query('alter table chores rename to hidden');
  await expect(workOff([])).rejects.toThrow('chores');
  await owner.query('alter table hidden rename to chores');
});
