import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGuessCounter } from './count-unknown-tokens.ts';

type Line = { msg: string; messages?: number; callers?: number; busiest?: string };
let logged: Line[];
let counter: ReturnType<typeof createGuessCounter>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  logged = [];
  const lines = new Writable({ write: (line, _, done) => done(void logged.push(JSON.parse(`${line}`))) });
  counter = createGuessCounter({ log: pino({ level: 'warn' }, lines) });
});
afterEach(() => void vi.useRealTimers());

async function guess(caller: string): Promise<string> {
  return counter
    .lookUp(caller, async () => undefined)
    .then(
      () => 'acknowledged',
      (error: { code: string }) => error.code,
    );
}

test('F7 a thousand guesses are two lines of the log: the first at once, the rest in one when the minute is over', async () => {
  for (let n = 0; n < 990; n += 1) await guess('198.51.100.1');
  for (let n = 0; n < 10; n += 1) await guess('198.51.100.2');
  expect(logged).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(logged.slice(1)).toMatchObject([{ messages: 1_000, callers: 2, busiest: '198.51.100.1' }]);
  vi.advanceTimersByTime(600_000);
  expect(logged).toHaveLength(2);
});

test('one guess now and then is told by itself, and a new minute counts from nothing', async () => {
  for (let n = 0; n < 61; n += 1) await guess('198.51.100.1');
  expect(await guess('198.51.100.1')).toBe('too_many_requests');
  expect(await guess('198.51.100.2')).toBe('acknowledged');
  vi.advanceTimersByTime(60_000);
  expect(await guess('198.51.100.1')).toBe('acknowledged');
  vi.advanceTimersByTime(60_000);
  expect(logged).toHaveLength(3);
});
