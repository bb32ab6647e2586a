import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const GIVEN_UP_AFTER_MS = 15_000;

export type Counted = {
  /** Count at the last poll. */
  count: () => number;
  /** Resolves when a poll has counted more than the previous poll, or when polling has ended. */
  more: () => Promise<void>;
  isOver: () => boolean;
  /** Resolves with the final count when all are counted or the count has stopped growing. */
  over: Promise<number>;
};

/** Polls until `look` has counted the wanted number. */
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
