import { expect, test } from 'vitest';
import { nextStateOf } from './outcome.ts';

const DELAYS = [1_000, 60_000];
const retry = { kind: 'retry', reason: 'busy' } as const;

test('a failed try waits as long as the schedule says, give or take a fifth', () => {
  expect(nextStateOf(retry, 1, DELAYS, 0.5)).toEqual({ state: 'pending', reason: 'busy', delayMs: 1_000 });
  expect(nextStateOf(retry, 2, DELAYS, 0).delayMs).toBe(48_000);
  expect(nextStateOf(retry, 2, DELAYS, 1).delayMs).toBe(72_000);
});

test('the last failed try is the end', () => {
  expect(nextStateOf(retry, 3, DELAYS, 0.5)).toEqual({ state: 'dead', reason: 'busy', delayMs: 0 });
});

test('the other side may ask for more patience than the schedule has, not for less', () => {
  expect(nextStateOf({ ...retry, afterMs: 5_000 }, 1, DELAYS, 0.5).delayMs).toBe(5_000);
  expect(nextStateOf({ ...retry, afterMs: 10 }, 1, DELAYS, 0.5).delayMs).toBe(1_000);
});

test('what is done, permanently refused or unknown is not retried', () => {
  expect(nextStateOf({ kind: 'done' }, 1, DELAYS, 0.5)).toEqual({ state: 'done', delayMs: 0 });
  expect(nextStateOf({ kind: 'dead', reason: 'no such number' }, 1, DELAYS, 0.5).state).toBe('dead');
  expect(nextStateOf({ kind: 'unknown', reason: 'timeout' }, 1, DELAYS, 0.5).state).toBe('unknown');
});
