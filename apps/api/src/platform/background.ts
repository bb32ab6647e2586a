import type { Logger } from 'pino';

export type Background = {
  /** Lets work continue after the request was answered. Logs its errors. */
  run: (work: Promise<unknown>) => void;
  /** Resolves when all background work has ended. */
  drain: () => Promise<void>;
};

/** Runs work that a request starts but does not wait for. A stopping process waits for it. */
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
