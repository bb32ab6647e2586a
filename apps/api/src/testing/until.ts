import { vi } from 'vitest';

/** Repeats a check until it passes. Waits long enough for a busy machine, and returns at once if the check passes. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 25 });
}
