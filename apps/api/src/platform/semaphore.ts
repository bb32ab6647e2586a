import { Refusal } from './refusal.ts';

export type Semaphore = <T>(work: () => Promise<T>, lane?: string) => Promise<T>;
type SemaphoreOptions = { atOnce: number; waitingAtMost: number; retryAfterSeconds: number };
type Waiter = { begin: () => void; refuse: () => void };

/**
 * Limits how many pieces of work run at once and how many wait. Refuses the rest as overloaded, because an unbounded
 * queue answers no request in time. Serves lanes in turn; when too many wait, refuses the last of the longest lane.
 * Lanes are fair: a burst from one caller cannot starve another.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  // Lanes in the order of service. Each has at least one waiter.
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
      // Give the place to the next waiter directly, so that no new caller can take it first.
      const waiter = next();
      if (waiter) waiter.begin();
      else running -= 1;
    }
  };
}

/**
 * Creates one semaphore per name, so that load on one name delays no other. Keeps only semaphores in use.
 * @param options of each semaphore
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
