import { expect, test } from 'vitest';
import { nextStateOf } from './outcome.ts';

const DELAYS = [1_000, 60_000];
const retry = { kind: 'retry', reason: 'busy' } as const;

test('waits after a failed attempt as scheduled, plus or minus a fifth', () => {
  expect(nextStateOf(retry, 1, DELAYS, 0.5)).toEqual({ state: 'pending', reason: 'busy', delayMs: 1_000 });
  expect(nextStateOf(retry, 2, DELAYS, 0).delayMs).toBe(48_000);
  expect(nextStateOf(retry, 2, DELAYS, 1).delayMs).toBe(72_000);
});

test('gives up after the last failed attempt', () => {
  expect(nextStateOf(retry, 3, DELAYS, 0.5)).toEqual({ state: 'dead', reason: 'busy', delayMs: 0 });
});

test('the receiver may lengthen the scheduled pause, but not shorten it', () => {
  expect(nextStateOf({ ...retry, afterMs: 5_000 }, 1, DELAYS, 0.5).delayMs).toBe(5_000);
  expect(nextStateOf({ ...retry, afterMs: 10 }, 1, DELAYS, 0.5).delayMs).toBe(1_000);
});

test('does not retry a done, refused or unknown outcome', () => {
  expect(nextStateOf({ kind: 'done' }, 1, DELAYS, 0.5)).toEqual({ state: 'done', delayMs: 0 });
  expect(nextStateOf({ kind: 'dead', reason: 'no such number' }, 1, DELAYS, 0.5).state).toBe('dead');
  expect(nextStateOf({ kind: 'unknown', reason: 'timeout' }, 1, DELAYS, 0.5).state).toBe('unknown');
});
