import { Refusal } from './refusal.ts';

export type Semaphore = <T>(work: () => Promise<T>, lane?: string) => Promise<T>;
type SemaphoreOptions = { atOnce: number; waitingAtMost: number; retryAfterSeconds: number };
type Waiter = { begin: () => void; refuse: () => void };

/**
 * Lets a few pieces of work run at once and a bounded number wait; the rest is refused as overloaded, because a
 * queue that only grows answers no request in time. Work may name a lane: lanes take turns, and when too many wait the
 * last of the longest lane is refused, so that who asks once waits for no one who asks a hundred times.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  // In the order in which lanes are served; none is empty.
  const lanes = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  const leave = (name: string, lane: Waiter[], waiter: Waiter | undefined): Waiter | undefined => {
    waiting -= 1;
    if (lane.length === 0) lanes.delete(name);
    return waiter;
  };
  const next = (): Waiter | undefined => {
    for (const [name, lane] of lanes) {
      lanes.delete(name);
      lanes.set(name, lane);
      return leave(name, lane, lane.shift());
    }
    return undefined;
  };
  const refuseLast = (): void => {
    const [name, lane] = [...lanes].reduce((most, one) => (one[1].length >= most[1].length ? one : most));
    leave(name, lane, lane.pop())?.refuse();
  };
  const turnOf = (name: string): Promise<void> =>
    new Promise((begin, reject) => {
      const refuse = (): void =>
        reject(new Refusal('overloaded', { retryAfterSeconds: options.retryAfterSeconds }));
      const lane = lanes.get(name) ?? [];
      lanes.set(name, lane);
      lane.push({ begin, refuse });
      waiting += 1;
      if (waiting > options.waitingAtMost) refuseLast();
    });

  return async (work, lane = '') => {
    if (running < options.atOnce) running += 1;
    else await turnOf(lane);
    try {
      return await work();
    } finally {
      // The place is handed to the next in line and never free in between, so that no caller can jump the queue.
      const waiter = next();
      if (waiter) waiter.begin();
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
