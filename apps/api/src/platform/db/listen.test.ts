import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import { openDatabase, type Db } from './database.ts';
import { createListener, notifyListeners } from './listen.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 2, name: 'test' });
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('every listening process receives committed notifications, and none that was rolled back', async () => {
  const [first, second] = [hear('first', 'news'), hear('second', 'news')];
  await untilHeard(first, 'news');
  await untilHeard(second, 'news');
  const doomed = db.transaction().execute(async (tx) => {
    await notifyListeners(tx, 'news', ['never happened']);
    throw new Error('rolled back');
  });
  await expect(doomed).rejects.toThrow('rolled back');
  await send('news', ['happened']);
  await until(() =>
    expect([first.heard, second.heard]).toEqual([contains('happened'), contains('happened')]),
  );
  expect([...first.heard, ...second.heard]).not.toContain('never happened');
  await Promise.all([first.listener.close(), second.listener.close()]);
});

test('listens on another channel while connected', async () => {
  const early = hear('adding', 'early');
  await untilHeard(early, 'early');
  const late: string[] = [];
  const unsubscribe = early.listener.subscribe('late', (payload) => late.push(payload));
  await until(async () => {
    await send('late', ['ping']);
    expect(late).toContain('ping');
  });
  unsubscribe();
  await early.listener.close();
});

test('reopens a cut connection with all its channels', async () => {
  const ear = hear('cut', 'again');
  await untilHeard(ear, 'again');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'`.execute(
    db,
  );
  ear.heard.length = 0;
  await untilHeard(ear, 'again');
  expect(ear.heard).toContain('ping');
  await ear.listener.close();
});

test('retries with backoff while the database refuses connections', async () => {
  const attempts: number[] = [];
  const counting = pino({ level: 'warn' }, { write: () => void attempts.push(performance.now()) });
  const listener = createListener({ url: unreachable(), name: 'nowhere', log: counting });
  await until(() => expect(attempts.length).toBeGreaterThanOrEqual(3));
  const [first = 0, , third = 0] = attempts;
  // Half of 200 ms plus half of 400 ms is 300 ms; timers may be a little early.
  expect(third - first).toBeGreaterThan(290);
  await listener.close();
});

test('closes without hanging while the database is unreachable', async () => {
  const listener = createListener({ url: unreachable(), name: 'nowhere', log });
  listener.subscribe('anything', () => {});
  await expect(listener.close()).resolves.toBeUndefined();
});

function unreachable(): string {
  const nowhere = new URL(database.appUrl);
  nowhere.port = '1';
  return nowhere.href;
}

type Ear = { listener: ReturnType<typeof createListener>; heard: string[] };

function hear(name: string, channel: string): Ear {
  const heard: string[] = [];
  const listener = createListener({ url: database.appUrl, name, log });
  listener.subscribe(channel, (payload) => heard.push(payload));
  return { listener, heard };
}

async function untilHeard(ear: Ear, channel: string): Promise<void> {
  await until(async () => {
    await send(channel, ['ping']);
    expect(ear.heard).toContain('ping');
  });
}

async function send(channel: string, payloads: string[]): Promise<void> {
  await db.transaction().execute((tx) => notifyListeners(tx, channel, payloads));
}

function contains(payload: string): unknown {
  return expect.arrayContaining([payload]);
}
