import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createCallCounts, type CallCounts } from '../../../platform/call-counts/create-call-counts.ts';
import { deriveKeys } from '../../../platform/crypto/keys.ts';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createGuessCounter } from './count-unknown-tokens.ts';

type Line = { msg: string; messages?: number; callers?: number; busiest?: string };
let logged: Line[];
let counter: ReturnType<typeof createGuessCounter>;
let other: ReturnType<typeof createGuessCounter>;
let database: TestDatabase;
let db: Db;
let keys: ReturnType<typeof deriveKeys>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 2, name: 'test' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** All tests share one database; separate keys keep the counts of each test apart. */
function countCalls(): CallCounts {
  return createCallCounts({ db, keys, log: pino({ level: 'silent' }) });
}

beforeEach(() => {
  keys = deriveKeys(randomBytes(32));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  logged = [];
  const lines = new Writable({ write: (line, _, done) => done(void logged.push(JSON.parse(`${line}`))) });
  counter = createGuessCounter({ log: pino({ level: 'warn' }, lines), callCounts: countCalls() });
  other = createGuessCounter({ log: pino({ level: 'silent' }), callCounts: countCalls() });
});
afterEach(() => void vi.useRealTimers());

async function guess(caller: string, at = counter): Promise<string> {
  return at
    .lookUp(caller, async () => undefined)
    .then(
      () => 'acknowledged',
      (error: { code: string }) => error.code,
    );
}

test('F7 logs a thousand guessed callback URLs in two lines: the first at once, the rest after a minute', async () => {
  for (let n = 0; n < 990; n += 1) await guess('198.51.100.1');
  for (let n = 0; n < 10; n += 1) await guess('198.51.100.2');
  expect(logged).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(logged.slice(1)).toMatchObject([{ messages: 1_000, callers: 2, busiest: '198.51.100.1' }]);
  vi.advanceTimersByTime(600_000);
  expect(logged).toHaveLength(2);
});

test('logs a single guessed callback URL in one line, and refuses a caller after too many guesses', async () => {
  for (let n = 0; n < 62; n += 1) await guess('198.51.100.1');
  expect(await guess('198.51.100.1')).toBe('too_many_requests');
  expect(await guess('198.51.100.2')).toBe('acknowledged');
  vi.advanceTimersByTime(60_000);
  expect(await guess('198.51.100.2')).toBe('acknowledged');
  vi.advanceTimersByTime(60_000);
  expect(logged).toHaveLength(3);
});

test('refuses a guesser of callback URLs in every process, but still finds a valid token for the same caller', async () => {
  for (let n = 0; n < 62; n += 1) await guess('198.51.100.1');
  const outcomes = [];
  for (let n = 0; n < 4; n += 1) outcomes.push(await guess('198.51.100.1', other));
  expect(outcomes.at(-1)).toBe('too_many_requests');
  expect(await other.lookUp('198.51.100.1', async () => 'a true one')).toBe('a true one');
});
