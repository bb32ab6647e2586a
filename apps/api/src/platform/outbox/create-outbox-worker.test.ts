import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { openDatabase, type Db } from '../db/database.ts';
import { createListener } from '../db/listen.ts';
import { createOutboxWorker, type OutboxWorker } from './create-outbox-worker.ts';
import { enqueue } from './enqueue.ts';
import { handleDueRows } from './handle-due-rows.ts';
import type { OutboxHandler, OutboxTry } from './handle-row.ts';

const keys = deriveKeys(Buffer.alloc(32, 7));
const log = pino({ level: 'silent' });
const workers: OutboxWorker[] = [];
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 12, name: 'test' });
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('several workers at once process every row exactly once', async () => {
  const seen: number[] = [];
  const handler = handlerOf(async (payload) => {
    seen.push((payload as { number: number }).number);
    return { kind: 'done' };
  });
  await write(
    'shared',
    Array.from({ length: 200 }, (_, number) => ({ number })),
  );
  for (let count = 0; count < 4; count += 1) work({ shared: handler }, { concurrency: 5 });
  await until(async () => expect(await statesOf('shared')).toEqual(Array(200).fill('done')));
  expect(seen.toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: 200 }, (_, number) => number),
  );
});

test('without a worker, handles the due rows of its topics once, and leaves later rows and the retry', async () => {
  const handler = handlerOf(
    async (payload) =>
      (payload as { isBad: boolean }).isBad ? { kind: 'retry', reason: 'later' } : { kind: 'done' },
    [60_000],
  );
  await write('by-hand', [{ isBad: false }, { isBad: true }]);
  await write('of-others', [{}]);
  const handlers = { 'by-hand': handler };
  expect(await handleDueRows({ db, keys, log }, handlers)).toBe(2);
  expect(await handleDueRows({ db, keys, log }, handlers)).toBe(0);
  expect((await statesOf('by-hand')).toSorted()).toEqual(['done', 'pending']);
  expect(await statesOf('of-others')).toEqual(['pending']);
});

test('deletes the payload of a processed row', async () => {
  await write('forgotten', [{ secret: 'code' }]);
  work({ forgotten: handlerOf(async () => ({ kind: 'done' })) });
  await until(async () => expect(await statesOf('forgotten')).toEqual(['done']));
  expect((await rowOf('forgotten')).payload).toBeNull();
});

test('retries a failing row after each pause of its schedule, then gives it up with the reason', async () => {
  const attempts: number[] = [];
  const handler = handlerOf(
    async (_, about) => {
      attempts.push(about.attempt);
      return { kind: 'retry', reason: `try ${about.attempt}` };
    },
    [60_000, 600_000],
  );
  await write('failing', [{}]);
  work({ failing: handler });
  await waitsAbout('failing', 60_000);
  await letTimePass('failing', 60_000 * 1.2);
  await waitsAbout('failing', 600_000);
  await letTimePass('failing', 600_000 * 1.2);
  await until(async () => expect(await statesOf('failing')).toEqual(['dead']));
  expect(attempts).toEqual([1, 2, 3]);
  expect((await rowOf('failing')).last_error).toBe('try 3');
});

test('retries a row whose handler throws, and continues with other rows', async () => {
  const handler = handlerOf(
    async (payload, about) => {
      if ((payload as { isBad: boolean }).isBad && about.attempt === 1) throw new Error('bug');
      return { kind: 'done' };
    },
    [10],
  );
  await write('throwing', [{ isBad: true }, { isBad: false }]);
  work({ throwing: handler });
  await until(async () => expect(await statesOf('throwing')).toEqual(['done', 'done']));
});

test('does not retry a row whose outcome is unknown', async () => {
  const runs = vi.fn<OutboxHandler['run']>(async () => ({ kind: 'unknown', reason: 'timeout' }));
  await write('unknown', [{}]);
  work({ unknown: { run: runs, retryDelaysMs: [1, 1, 1] } });
  await until(async () => expect(await statesOf('unknown')).toEqual(['unknown']));
  await quietly(async () => expect(runs).toHaveBeenCalledTimes(1));
});

test('F28 a worker that wakes after its lease cannot finish the row that its successor leased', async () => {
  const [zombieWakes, successorEnds] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const zombie = handlerOf(async () => {
    await zombieWakes.promise;
    return { kind: 'done' };
  });
  await write('fenced', [{}]);
  // With its only slot taken, this worker leases nothing else, like a frozen process.
  const zombieWorker = work({ fenced: zombie }, { leaseMs: 300, concurrency: 1 });
  await until(async () => expect((await rowOf('fenced')).attempts).toBe(1));
  const seen: OutboxTry[] = [];
  const successor = handlerOf(async (_, about) => {
    seen.push(about);
    await successorEnds.promise;
    return { kind: 'dead', reason: 'settled by the successor' };
  });
  work({ fenced: successor });
  await until(() => expect(seen).toMatchObject([{ attempt: 2, wasInterrupted: true }]));
  zombieWakes.resolve();
  await zombieWorker.stop();
  expect(await rowOf('fenced')).toMatchObject({ state: 'pending', attempts: 2 });
  successorEnds.resolve();
  await until(async () => expect(await statesOf('fenced')).toEqual(['dead']));
  expect((await rowOf('fenced')).last_error).toBe('settled by the successor');
});

test('gives up a row that kills its worker every time', async () => {
  await write('poison', [{}]);
  await sql`update outbox set attempts = 3, lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'
    where topic = 'poison'`.execute(db);
  const runs = vi.fn<OutboxHandler['run']>(async () => ({ kind: 'done' }));
  work({ poison: { run: runs, retryDelaysMs: [1, 1] } });
  await until(async () => expect(await statesOf('poison')).toEqual(['dead']));
  expect(runs).not.toHaveBeenCalled();
});

test('leaves rows of unknown topics to other workers', async () => {
  await write('elsewhere', [{}]);
  await write('known', [{}]);
  work({ known: handlerOf(async () => ({ kind: 'done' })) });
  await until(async () => expect(await statesOf('known')).toEqual(['done']));
  expect(await statesOf('elsewhere')).toEqual(['pending']);
});

test('stop finishes running rows and takes no new ones', async () => {
  const release = Promise.withResolvers<void>();
  const handler = handlerOf(async () => {
    await release.promise;
    return { kind: 'done' };
  });
  await write('drained', [{}, {}]);
  const worker = work({ drained: handler }, { concurrency: 1 });
  await until(async () => expect(await attemptsOf('drained')).toContain(1));
  const stopped = worker.stop();
  release.resolve();
  await stopped;
  expect((await statesOf('drained')).toSorted()).toEqual(['done', 'pending']);
});

test('processes an urgent row at its commit, not at the next poll', async () => {
  const listener = createListener({ url: database.appUrl, name: 'test', log });
  const runs = vi.fn<OutboxHandler['run']>(async () => ({ kind: 'done' }));
  const worker = createOutboxWorker(
    { db, keys, log, listener },
    { handlers: { urgent: { run: runs, retryDelaysMs: [] } }, concurrency: 1, pollMs: 600_000 },
  );
  // Notifications are lost until the listener is connected. A worker that only polls would fail this test.
  await until(async () => {
    await db
      .transaction()
      .execute((tx) => enqueue(tx, keys, [{ topic: 'urgent', payload: {}, isUrgent: true }]));
    expect(runs).toHaveBeenCalled();
  });
  await worker.stop();
  await listener.close();
});

function handlerOf(run: OutboxHandler['run'], retryDelaysMs: readonly number[] = [10, 10]): OutboxHandler {
  return { run, retryDelaysMs };
}

function work(
  handlers: Record<string, OutboxHandler>,
  options: { concurrency?: number; leaseMs?: number } = {},
): OutboxWorker {
  const worker = createOutboxWorker({ db, keys, log }, { handlers, concurrency: 4, pollMs: 20, ...options });
  workers.push(worker);
  return worker;
}

async function write(topic: string, payloads: object[]): Promise<void> {
  await db.transaction().execute((tx) =>
    enqueue(
      tx,
      keys,
      payloads.map((payload) => ({ topic, payload })),
    ),
  );
}

type Row = { state: string; attempts: number; payload: Buffer | null; last_error: string | null };

async function rowsOf(topic: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from outbox where topic = ${topic} order by id`.execute(db);
  return rows;
}

async function rowOf(topic: string): Promise<Row> {
  const [row] = await rowsOf(topic);
  if (!row) throw new Error(`no row of topic ${topic}`);
  return row;
}

async function statesOf(topic: string): Promise<string[]> {
  return (await rowsOf(topic)).map((row) => row.state);
}

async function attemptsOf(topic: string): Promise<number[]> {
  return (await rowsOf(topic)).map((row) => row.attempts);
}

async function waitsAbout(topic: string, ms: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from available_at - now()) * 1000)::float8 as ms from outbox
      where topic = ${topic} and lease_token is null and attempts > 0`.execute(db);
    expect(rows[0]?.ms).toBeGreaterThan(ms * 0.8 - 5_000);
    expect(rows[0]?.ms).toBeLessThanOrEqual(ms * 1.2);
  });
}

/**
 * Makes the row due earlier. Setting a clock would not help, because the database's clock decides when a row is due.
 */
async function letTimePass(topic: string, ms: number): Promise<void> {
  await sql`update outbox set available_at = available_at - ${ms}::float8 * interval '1 millisecond'
    where topic = ${topic}`.execute(db);
}

/** Runs `check` during several polls in a row. */
async function quietly(check: () => Promise<void>): Promise<void> {
  for (let poll = 0; poll < 5; poll += 1) {
    await check();
    await sql`select pg_sleep(0.03)`.execute(db);
  }
}
