import { Refusal } from './refusal.ts';

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;
type SemaphoreOptions = { atOnce: number; waitingAtMost: number; retryAfterSeconds: number };

/**
 * Lets a few pieces of work run at once and a bounded number wait; the rest is refused as overloaded, because a
 * queue that only grows answers no request in time.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
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
      // The place is handed to the next in line and never free in between, so that no caller can jump the queue.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * A semaphore for each name, so that one name's load delays no other. Only those that are in use are kept.
 * @param options of every one of them
 */
export function createKeyedSemaphores(options: SemaphoreOptions): (name: string) => Semaphore {
  const semaphores = new Map<string, { semaphore: Semaphore; inside: number }>();

  return (name) => async (work) => {
    const own = semaphores.get(name) ?? { semaphore: createSemaphore(options), inside: 0 };
    semaphores.set(name, own);
    own.inside += 1;
    try {
      return await own.semaphore(work);
    } finally {
      own.inside -= 1;
      if (own.inside === 0) semaphores.delete(name);
    }
  };
}
