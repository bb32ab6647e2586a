const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;

/** A longer wait than this is returned to the caller at once, so that it does not hold up a queue of customers. */
export const LONGEST_RETRY_AFTER_SECONDS = 20;

/**
 * Returns the backoff before the next attempt: doubled each time, half of it random, so that disconnected tills do not
 * reconnect together.
 */
export function waitMs(tries: number, retryAfterSeconds: number): number {
  const backOffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  return retryAfterSeconds * 1_000 + backOffMs * (0.5 + Math.random() / 2);
}

/** Waits; returns early if the signal aborts. */
export function pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

/** @returns seconds; undefined if the header is absent, or neither a number of seconds nor a date */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/u.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
