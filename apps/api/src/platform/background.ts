import type { Logger } from 'pino';

export type Background = {
  /** Lets work go on after its request was answered. What it throws is logged. */
  run: (work: Promise<unknown>) => void;
  /** Resolves when everything that was going on has ended. */
  drain: () => Promise<void>;
};

/** Work that a request starts without waiting for it; a stopping process does. */
export function createBackground(log: Logger): Background {
  const going = new Set<Promise<unknown>>();
  return {
    run: (work) => {
      const watched = work
        .catch((error: unknown) => log.error({ err: error }, 'background work failed'))
        .finally(() => going.delete(watched));
      going.add(watched);
    },
    drain: async () => {
      while (going.size > 0) await Promise.all(going);
    },
  };
}
