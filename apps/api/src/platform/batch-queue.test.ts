import { expect, test } from 'vitest';
import { createQueue } from './batch-queue.ts';

const SILENT = 1;
const OTHER = 2;

/** Entries `1 2 x` need the things 1 and 2. What needs the silent one does not end before `speak`. */
function watchedQueue(runners: number) {
  const started: string[] = [];
  const ended: string[] = [];
  const silence = Promise.withResolvers<void>();
  const needsOf = (entry: string) => entry.split(' ').slice(0, -1).map(Number);
  const queue = createQueue<string>(
    { perLane: 1, runners, atOnce: 1, laneOf: (entry) => entry, needsOf },
    async ([entry = '']) => {
      started.push(entry);
      if (needsOf(entry).includes(SILENT)) await silence.promise;
      ended.push(entry);
    },
  );
  return { queue, started, ended, speak: silence.resolve };
}

/** Once nothing is left to be done but what is silent: the queue wakes by an immediate, and goes on by promises. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 2; turns += 1) await new Promise((next) => setImmediate(next));
}

test('what needs the silent one takes half of all turns, and the others go on', async () => {
  const { queue, started, ended, speak } = watchedQueue(4);
  const silent = ['a', 'b', 'c', 'd', 'e'].map((name) => `${SILENT} ${name}`);
  const others = ['f', 'g', 'h', 'i'].map((name) => `${OTHER} ${name}`);
  for (const entry of [...silent, ...others]) queue.add(entry);
  await settled();
  expect(ended).toEqual(others);
  expect(started.filter((entry) => silent.includes(entry))).toEqual(silent.slice(0, 2));
  speak();
  await settled();
  expect(ended.toSorted()).toEqual([...silent, ...others].toSorted());
});

test('what needs two of which one is silent leaves turns to what needs only the other', async () => {
  const { queue, started, ended, speak } = watchedQueue(8);
  const both = ['a', 'b', 'c', 'd', 'e'].map((name) => `${SILENT} ${OTHER} ${name}`);
  const turned = ['f', 'g'].map((name) => `${OTHER} ${SILENT} ${name}`);
  const others = ['h', 'i', 'j'].map((name) => `${OTHER} ${name}`);
  for (const entry of [...both, ...turned, ...others]) queue.add(entry);
  await settled();
  expect(ended).toEqual(others);
  expect(started.filter((entry) => !others.includes(entry))).toEqual(both.slice(0, 2));
  speak();
  await settled();
  expect(ended.toSorted()).toEqual([...both, ...turned, ...others].toSorted());
});

test('in halves, entries that come again are taken by turns of one size, however they began', async () => {
  const sizes: number[] = [];
  const isOver = Promise.withResolvers<void>();
  const queue = createQueue<number>(
    { perLane: 1, runners: 1, atOnce: 64, inHalves: true, laneOf: () => 0, needsOf: () => [] },
    async (entries) => {
      sizes.push(entries.length);
      if (sizes.length === 1) for (const late of [14, 15]) queue.add(late);
      if (sizes.length === 6) return isOver.resolve();
      await settled();
      // While the next ones are worked on, as callers do who were answered.
      setImmediate(() => entries.forEach(queue.add));
    },
  );
  for (let n = 0; n < 14; n += 1) queue.add(n);
  await isOver.promise;
  expect(sizes.slice(0, 6)).toEqual([14, 2, 8, 8, 8, 8]);
});
