import { expect, vi } from 'vitest';

/** Repeats a check until it passes. Waits long enough for a busy machine, and returns at once if the check passes. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 25 });
}

/** Waits until the clock shows another second. Lines of M-PESA's statements have whole seconds. */
export async function nextSecond(): Promise<void> {
  const second = new Date().getUTCSeconds();
  await until(() => expect(new Date().getUTCSeconds()).not.toBe(second));
}
