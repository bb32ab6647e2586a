import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const GIVEN_UP_AFTER_MS = 15_000;

export type Counted = {
  /** At the last look. */
  count: () => number;
  /** Settles when a look has found more than the one before, or no look follows. */
  more: () => Promise<void>;
  isOver: () => boolean;
  /** How many there were when all were counted, or nothing was added for a while. */
  over: Promise<number>;
};

/** Looks again and again until so many are counted. */
export function untilCounted(look: () => Promise<number>, wanted: number): Counted {
  let count = 0;
  let isOver = false;
  let grown = Promise.withResolvers<void>();

  async function watch(): Promise<number> {
    let lastGrownMs = performance.now();
    while (count < wanted && performance.now() - lastGrownMs < GIVEN_UP_AFTER_MS) {
      await pause(LOOK_EVERY_MS);
      const now = await look();
      if (now === count) continue;
      count = now;
      lastGrownMs = performance.now();
      grown.resolve();
      grown = Promise.withResolvers<void>();
    }
    isOver = true;
    grown.resolve();
    return count;
  }

  return { count: () => count, more: () => grown.promise, isOver: () => isOver, over: watch() };
}
