import { Refusal } from './refusal.ts';

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few pieces of work run at once and a bounded number wait; the rest is refused as overloaded, because a
 * queue that only grows answers nobody in time.
 */
export function createGate(options: {
  atOnce: number;
  waitingAtMost: number;
  retryAfterSeconds: number;
}): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < options.atOnce) {
      running += 1;
    } else {
      if (waiting.length >= options.waitingAtMost) {
        throw new Refusal('overloaded', { retryAfterSeconds: options.retryAfterSeconds });
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      // The place is handed to the next in line and never free in between, so nobody can jump the queue.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
