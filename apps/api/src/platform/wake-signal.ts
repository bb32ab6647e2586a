export type WakeSignal = {
  wake: () => void;
  /** Waits for the next `wake`, at most `ms`. Resolves at once if `wake` was called since the last wait. */
  waitAtMost: (ms: number) => Promise<void>;
};

/** Creates a pause that other code can end, for polling loops. */
export function createWakeSignal(): WakeSignal {
  let wasWoken = false;
  let endWait = () => {};
  return {
    wake: () => {
      wasWoken = true;
      endWait();
    },
    waitAtMost: async (ms) => {
      if (!wasWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          endWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wasWoken = false;
    },
  };
}
