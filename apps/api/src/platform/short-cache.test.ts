import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createShortCache } from './short-cache.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterAll(() => {
  vi.useRealTimers();
});

function counting(options: { maximumAgeMs?: number; maximumEntries?: number } = {}) {
  const loads: string[] = [];
  const cache = createShortCache({
    load: (key) => Promise.resolve(`${key} ${loads.push(key)}`),
    maximumAgeMs: options.maximumAgeMs ?? 60_000,
    maximumEntries: options.maximumEntries ?? 10,
  });
  return { cache, loads };
}

test('callers that ask for a key at once share one load', async () => {
  const { cache, loads } = counting();
  expect(await Promise.all(Array.from({ length: 50 }, () => cache.read('a')))).toEqual(
    Array.from({ length: 50 }, () => 'a 1'),
  );
  expect(loads).toEqual(['a']);
});

test('loads a forgotten key again', async () => {
  const { cache } = counting();
  await cache.read('a');
  await cache.read('b');
  cache.forget('a');
  expect(await cache.read('a')).toBe('a 3');
  expect(await cache.read('b')).toBe('b 2');
  cache.forgetAll();
  expect(await cache.read('b')).toBe('b 4');
});

test('serves nothing older than the maximum age, and renews a busy key while serving it', async () => {
  const { cache } = counting({ maximumAgeMs: 1_000 });
  await cache.read('a');
  vi.advanceTimersByTime(500);
  expect(await cache.read('a')).toBe('a 1');
  vi.advanceTimersByTime(1);
  expect(await cache.read('a')).toBe('a 1');
  expect(await cache.read('a')).toBe('a 2');
  vi.advanceTimersByTime(1_000);
  expect(await cache.read('a')).toBe('a 3');
});

test('a renewal that began before a key was forgotten does not restore the key', async () => {
  const renewal = Promise.withResolvers<string>();
  const answers = [Promise.resolve('first'), renewal.promise, Promise.resolve('third')];
  const cache = createShortCache({
    load: () => answers.shift() ?? Promise.resolve('too many loads'),
    maximumAgeMs: 1_000,
    maximumEntries: 10,
  });
  await cache.read('a');
  vi.advanceTimersByTime(600);
  expect(await cache.read('a')).toBe('first');
  cache.forget('a');
  expect(await cache.read('a')).toBe('third');
  renewal.resolve('stale');
  await renewal.promise;
  expect(await cache.read('a')).toBe('third');
});

test('does not cache a failed load', async () => {
  let isBroken = true;
  const cache = createShortCache({
    load: () => (isBroken ? Promise.reject(new Error('down')) : Promise.resolve('up')),
    maximumAgeMs: 60_000,
    maximumEntries: 10,
  });
  await expect(cache.read('a')).rejects.toThrow('down');
  isBroken = false;
  expect(await cache.read('a')).toBe('up');
});

test('evicts the oldest key when there are too many', async () => {
  const { cache, loads } = counting({ maximumEntries: 2 });
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await cache.read(key);
  expect(loads).toEqual(['a', 'b', 'c', 'a']);
});

test('renews recently used keys together, and others not at all', async () => {
  const loads: string[][] = [];
  const loadMany = (keys: string[]) => {
    loads.push(keys);
    return Promise.resolve(keys.map((key) => `${key} ${loads.length}`));
  };
  const cache = createShortCache({ loadMany, maximumAgeMs: 1_000, maximumEntries: 10 });
  await Promise.all(['a', 'b', 'idle'].map((key) => cache.read(key)));
  // Each key is used every three quarters of a second, so it is renewed before its next use.
  for (const key of ['a', 'b', 'a', 'b', 'a', 'b']) {
    vi.advanceTimersByTime(375);
    await cache.read(key);
    await setImmediate();
  }
  const renewed = loads.slice(1);
  expect(renewed[0]).toEqual(['a', 'b', 'idle']);
  expect(renewed.at(-1)).toEqual(['a', 'b']);
  expect(renewed.filter((keys) => keys.length === 1)).toEqual([]);
});

test('keys requested at once, or during another load, share a load', async () => {
  const loads: string[][] = [];
  const isAnswered = Promise.withResolvers<void>();
  const loadMany = async (keys: string[]) => {
    loads.push(keys);
    await isAnswered.promise;
    return keys.map((key) => key.toUpperCase());
  };
  const cache = createShortCache({ loadMany, maximumAgeMs: 1_000, maximumEntries: 10 });
  const values: Promise<string>[] = [];
  for (const keys of [['a', 'b', 'a'], ['c'], ['d'], ['e', 'd']]) {
    values.push(...keys.map((key) => cache.read(key)));
    await setImmediate();
  }
  isAnswered.resolve();
  expect(await Promise.all(values)).toEqual(['A', 'B', 'A', 'C', 'D', 'E', 'D']);
  expect(loads).toEqual([['a', 'b'], ['c'], ['d', 'e']]);
});

test('after a load of many keys failed, each key is loaded alone and fails alone', async () => {
  const isDown = Promise.withResolvers<void>();
  const loadMany = async (keys: string[]) => {
    await isDown.promise;
    if (keys.includes('broken')) throw new Error('down');
    return keys;
  };
  const cache = createShortCache({ loadMany, maximumAgeMs: 1_000, maximumEntries: 10 });
  const values = ['a', 'b', 'c', 'broken', 'd'].map((key) => cache.read(key));
  isDown.resolve();
  const outcomes = await Promise.allSettled(values);
  const failed = outcomes.map(({ status }) => status === 'rejected');
  expect(failed).toEqual([false, false, false, true, false]);
});
