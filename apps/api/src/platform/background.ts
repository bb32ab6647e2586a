import type { Logger } from 'pino';

export type Background = {
  /** Runs work after its request was answered. Logs errors of that work. */
  run: (work: Promise<unknown>) => void;
  /** Resolves when all running work has ended. */
  drain: () => Promise<void>;
};

/** Work that a request starts and does not wait for. A stopping process waits for it. */
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
