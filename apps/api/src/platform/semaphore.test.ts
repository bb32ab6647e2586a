import { expect, test } from 'vitest';
import { createSemaphore, createKeyedSemaphores } from './semaphore.ts';

test('A5 runs two at once, queues two, refuses a fifth as overloaded, and reuses freed places', async () => {
  const semaphore = createSemaphore({ atOnce: 2, waitingAtMost: 2, retryAfterSeconds: 2 });
  const finish: (() => void)[] = [];
  let mostAtOnce = 0;
  let running = 0;
  const work = async () => {
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    await new Promise<void>((resolve) => {
      finish.push(resolve);
    });
    running -= 1;
  };
  const four = Array.from({ length: 4 }, () => semaphore(work));
  await expect(semaphore(work)).rejects.toMatchObject({
    code: 'overloaded',
    details: { retryAfterSeconds: 2 },
  });
  for (let turn = 0; turn < 4; turn += 1) {
    await expect.poll(() => finish.length).toBeGreaterThan(0);
    finish.shift()?.();
  }
  await Promise.all(four);
  expect(mostAtOnce).toBe(2);
  await expect(semaphore(() => Promise.resolve('free again'))).resolves.toBe('free again');
});

test('serves lanes in turn; when too many wait, refuses the last of the longest lane', async () => {
  const semaphore = createSemaphore({ atOnce: 1, waitingAtMost: 4, retryAfterSeconds: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = semaphore(() => promise, 'flood');
  const ask = async (name: string, lane: string): Promise<unknown> =>
    semaphore(async () => order.push(name), lane).catch((error: unknown) => error);
  const flood = [1, 2, 3, 4].map((n) => ask(`flood ${n}`, 'flood'));
  const one = ask('one', 'another');
  const overloaded = { code: 'overloaded', details: { retryAfterSeconds: 1 } };
  expect(await flood[3]).toMatchObject(overloaded);
  expect(await ask('flood 5', 'flood')).toMatchObject(overloaded);
  resolve();
  await Promise.all([first, ...flood, one]);
  expect(order).toEqual(['flood 1', 'one', 'flood 2', 'flood 3']);
});

test('work that fails frees its place', async () => {
  const semaphore = createSemaphore({ atOnce: 1, waitingAtMost: 0, retryAfterSeconds: 1 });
  await expect(semaphore(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(semaphore(() => Promise.resolve('fine'))).resolves.toBe('fine');
});

test('gives each name its own semaphore, so that no name delays another', async () => {
  const gateOf = createKeyedSemaphores({ atOnce: 1, waitingAtMost: 0, retryAfterSeconds: 1 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = gateOf('busy')(() => promise);
  await expect(gateOf('busy')(() => promise)).rejects.toMatchObject({ code: 'overloaded' });
  await expect(gateOf('other')(() => Promise.resolve('fine'))).resolves.toBe('fine');
  resolve('done');
  await expect(first).resolves.toBe('done');
  await expect(gateOf('busy')(() => Promise.resolve('free again'))).resolves.toBe('free again');
});
