import { vi } from 'vitest';

/** Repeats a check until it passes: long enough for a busy machine, at once on an idle one. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 25 });
}
