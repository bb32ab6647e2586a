const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;

/** If Zawadi asks for a longer wait, the SDK returns the refusal at once: a queue of customers must not wait for it. */
export const LONGEST_RETRY_AFTER_SECONDS = 20;

/**
 * Returns the backoff before the next attempt. It doubles each time, and half of it is random, so that tills do not all
 * reconnect at the same moment.
 */
export function waitMs(tries: number, retryAfterSeconds: number): number {
  const backOffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  return retryAfterSeconds * 1_000 + backOffMs * (0.5 + Math.random() / 2);
}

/** Waits for the duration; returns early if the signal aborts. */
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

/** @returns seconds; undefined if the header is absent, or is neither a number of seconds nor a date */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/u.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
