import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/refusal.ts';

const WINDOW_MS = 60_000;
const WRONG_PER_WINDOW = 10;

/**
 * Slows down a merchant who tries codes: after ten unknown ones in a minute it waits for the next minute. Counted in
 * this process; with 75 random bits in a code this is about noise and honest mistakes, not about luck.
 */
export function createWrongCodeGuard(clock: Clock) {
  const windows = new Map<string, { since: number; wrong: number }>();

  function windowOf(merchantId: string) {
    const now = clock.now().getTime();
    const window = windows.get(merchantId);
    if (window && now - window.since < WINDOW_MS) return window;
    if (windows.size > 10_000) windows.clear();
    const fresh = { since: now, wrong: 0 };
    windows.set(merchantId, fresh);
    return fresh;
  }

  return {
    /** @throws Refusal too_many_requests */
    requireRoom(merchantId: string): void {
      const { since, wrong } = windowOf(merchantId);
      if (wrong < WRONG_PER_WINDOW) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((since + WINDOW_MS - clock.now().getTime()) / 1000));
      throw new Refusal('too_many_requests', { retryAfterSeconds });
    },
    note(merchantId: string, error: unknown): void {
      if (error instanceof Refusal && error.code === 'voucher_not_found') windowOf(merchantId).wrong += 1;
    },
  };
}
