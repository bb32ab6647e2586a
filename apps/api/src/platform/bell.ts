export type Bell = {
  ring: () => void;
  /** Resolves at the next ring, at once when it rang since the last wait, or after `ms`. */
  waitAtMost: (ms: number) => Promise<void>;
};

/** A pause that others can end: for loops that poll and may be told to hurry. */
export function createBell(): Bell {
  let hasRung = false;
  let endWait = () => {};
  return {
    ring: () => {
      hasRung = true;
      endWait();
    },
    waitAtMost: async (ms) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          endWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
}
