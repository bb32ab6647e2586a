import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBatcher, Overloaded } from './batcher.ts';
import type { BatcherOptions, BatchResult } from './batcher.ts';

describe('batcher', () => {
  test('collects the next batch while a batch is running', async () => {
    const { batcher, batches, gates } = watchedBatcher();
    const first = batcher.submit(1);
    await gates.next();
    const others = [2, 3, 4].map((input) => batcher.submit(input));
    gates.open();
    expect(await Promise.all([first, ...others])).toEqual(['1', '2', '3', '4']);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test('requests that arrive together share the first batch', async () => {
    const { batcher, batches, gates } = watchedBatcher({ writers: 2 });
    gates.open();
    await Promise.all([1, 2, 3].map((input) => batcher.submit(input)));
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test('limits the size of a batch to maxBatch, and the number of running batches to the number of writers', async () => {
    let running = 0;
    let mostRunning = 0;
    const { batcher, batches, gates } = watchedBatcher({
      maxBatch: 3,
      writers: 2,
      onBatch: (change) => {
        running += change;
        mostRunning = Math.max(mostRunning, running);
      },
    });
    gates.open();
    await Promise.all(Array.from({ length: 20 }, (_, n) => batcher.submit(n)));
    expect(Math.max(...batches.map((batch) => batch.length))).toBe(3);
    expect(batches.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(mostRunning).toBe(2);
  });

  test('rejects only the caller whose input has an error', async () => {
    const { batcher, gates } = watchedBatcher({
      outcome: (input) => (input === 2 ? { error: new Error('no money') } : { value: String(input) }),
    });
    gates.open();
    const outcomes = await Promise.allSettled([1, 2, 3].map((input) => batcher.submit(input)));
    expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('runs the members of a failed batch one by one, and rejects only the one that fails again', async () => {
    const alone: number[] = [];
    const errors: unknown[] = [];
    const { batcher, gates } = watchedBatcher({
      outcome: (input) => {
        if (input === 2) throw new Error('broken batch');
        return { value: String(input) };
      },
      runOne: async (input) => {
        alone.push(input);
        if (input === 2) throw new Error('culprit');
        return `alone ${input}`;
      },
      onBatchError: (error) => errors.push(error),
    });
    gates.open();
    const outcomes = await Promise.allSettled([1, 2, 3].map((input) => batcher.submit(input)));
    expect(errors).toEqual([new Error('broken batch')]);
    expect(outcomes).toMatchObject([
      { value: 'alone 1' },
      { reason: { message: 'culprit' } },
      { value: 'alone 3' },
    ]);
    expect(alone).toEqual([1, 2, 3]);
  });

  test('runs each member alone after a batch with too few results', async () => {
    const batcher = createBatcher<number, string>({
      ...limits,
      run: async (inputs) => inputs.slice(1).map((input) => ({ value: `shifted ${input}` })),
      runOne: async (input) => `alone ${input}`,
    });
    expect(await Promise.all([1, 2].map((input) => batcher.submit(input)))).toEqual(['alone 1', 'alone 2']);
  });

  test('puts a member that is busy into the next batch', async () => {
    let isFree = false;
    const { batcher, batches, gates } = watchedBatcher({
      outcome: (input) => {
        if (input === 2 || isFree) return { value: String(input) };
        isFree = true;
        return { isBusy: true };
      },
    });
    gates.open();
    expect(await Promise.all([1, 2].map((input) => batcher.submit(input)))).toEqual(['1', '2']);
    expect(batches).toEqual([[1, 2], [1]]);
  });

  test('runs a member alone that is busy twice, without delaying others', async () => {
    const lock = gate();
    const { batcher, gates } = watchedBatcher({
      outcome: (input) => (input === 1 ? { isBusy: true } : { value: String(input) }),
      runOne: async (input) => {
        await lock.opened;
        return `waited ${input}`;
      },
    });
    gates.open();
    const busy = batcher.submit(1);
    expect(await batcher.submit(2)).toBe('2');
    expect(await batcher.submit(3)).toBe('3');
    lock.open();
    expect(await busy).toBe('waited 1');
  });

  test('refuses new inputs while the queue is full, and accepts them again when there is room', async () => {
    const { batcher, gates } = watchedBatcher({ maxQueue: 2 });
    const first = batcher.submit(1);
    await gates.next();
    const second = batcher.submit(2);
    await expect(batcher.submit(3)).rejects.toBeInstanceOf(Overloaded);
    gates.open();
    await Promise.all([first, second]);
    expect(await batcher.submit(4)).toBe('4');
  });

  test('refuses a caller who has waited too long, and does not run the input', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { batcher, batches, gates } = watchedBatcher({ maxWaitMs: 5 });
    const first = batcher.submit(1);
    await gates.next();
    const second = batcher.submit(2);
    vi.advanceTimersByTime(6);
    gates.open();
    await expect(second).rejects.toBeInstanceOf(Overloaded);
    expect(await first).toBe('1');
    expect(batches).toEqual([[1]]);
  });

  test('a member of a batch that failed late is run alone, however long it has waited', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const outcome = () => {
      throw new Error('the batch failed');
    };
    const { batcher, gates } = watchedBatcher({ maxWaitMs: 5, outcome });
    const left = batcher.submit(1);
    await gates.next();
    vi.advanceTimersByTime(6);
    gates.open();
    expect(await left).toBe('alone 1');
  });

  test('drain finishes accepted inputs and refuses new ones', async () => {
    const { batcher, gates } = watchedBatcher();
    const first = batcher.submit(1);
    await gates.next();
    const second = batcher.submit(2);
    let isDrained = false;
    const drained = batcher.drain().then(() => (isDrained = true));
    await expect(batcher.submit(3)).rejects.toBeInstanceOf(Overloaded);
    expect(isDrained).toBe(false);
    gates.open();
    expect(await Promise.all([first, second])).toEqual(['1', '2']);
    await drained;
    await batcher.drain();
  });
});

const limits = {
  maxBatch: 10,
  maxQueue: 100,
  writers: 1,
  fallbackWorkers: 1,
  maxWaitMs: 10_000,
  onBatchError: () => {},
};

type AttemptCounter = Omit<Partial<BatcherOptions<number, string>>, 'onBatch'> & {
  outcome?: (input: number) => BatchResult<string>;
  onBatch?: (change: 1 | -1, inputs: number[]) => void;
};

/** Creates a batcher that records its batches. Each batch waits at a gate until the test opens it. */
function watchedBatcher({ outcome, onBatch, ...options }: AttemptCounter = {}) {
  const batches: number[][] = [];
  const arrived = gate();
  const exit = gate();
  const batcher = createBatcher<number, string>({
    ...limits,
    run: async (inputs) => {
      batches.push(inputs);
      onBatch?.(1, inputs);
      arrived.open();
      await exit.opened;
      onBatch?.(-1, inputs);
      return inputs.map(outcome ?? ((input) => ({ value: String(input) })));
    },
    runOne: async (input) => `alone ${input}`,
    ...options,
  });
  return { batcher, batches, gates: { next: async () => arrived.opened, open: exit.open } };
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}
