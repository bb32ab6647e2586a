export type WakeSignal = {
  wake: () => void;
  /** Resolves at the next call of `wake`, at once when it was woken since the last wait, or after `ms`. */
  waitAtMost: (ms: number) => Promise<void>;
};

/** A pause that others can end: for loops that poll and may be told to hurry. */
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
