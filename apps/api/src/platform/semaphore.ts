import { Refusal } from './refusal.ts';

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;
type GateOptions = { atOnce: number; waitingAtMost: number; retryAfterSeconds: number };

/**
 * Lets a few pieces of work run at once and a bounded number wait; the rest is refused as overloaded, because a
 * queue that only grows answers nobody in time.
 */
export function createSemaphore(options: GateOptions): Semaphore {
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

/**
 * A gate for each name, so that what one has too much of keeps no other waiting. Only those that are in use are kept.
 * @param options of every one of them
 */
export function createKeyedSemaphores(options: GateOptions): (name: string) => Semaphore {
  const gates = new Map<string, { gate: Semaphore; inside: number }>();

  return (name) => async (work) => {
    const own = gates.get(name) ?? { gate: createSemaphore(options), inside: 0 };
    gates.set(name, own);
    own.inside += 1;
    try {
      return await own.gate(work);
    } finally {
      own.inside -= 1;
      if (own.inside === 0) gates.delete(name);
    }
  };
}
