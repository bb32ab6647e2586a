const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;

/** A longer wait than this is reported to the caller at once, instead of holding up a queue of customers. */
export const LONGEST_RETRY_AFTER_SECONDS = 20;

/**
 * How long to wait before the next try: twice as long each time, half of it by chance so that tills which were cut off
 * together do not come back together.
 */
export function waitMs(tries: number, retryAfterSeconds: number): number {
  const backOffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  return retryAfterSeconds * 1_000 + backOffMs * (0.5 + Math.random() / 2);
}

/** Waits, or returns early when the signal says so. */
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

/** @returns seconds; undefined for a header that is absent or no number of seconds and no date */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/u.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
