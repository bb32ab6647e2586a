import type { Clock } from '../../../platform/clock.ts';

const WINDOW_MS = 60_000;
const MOST_MERCHANTS = 10_000;

export type Quota = { limit: number; left: number; resetSeconds: number; isExceeded: boolean };

/**
 * Counts calls by merchant and minute, in this process: several processes allow as many times more, which keeps the
 * count out of the database and out of everybody's way.
 */
export function createCallRates(clock: Clock) {
  const windows = new Map<string, { since: number; used: number }>();

  return {
    /** Counts one call. @param limit calls a minute */
    take(merchantId: string, limit: number): Quota {
      const now = clock.now().getTime();
      let window = windows.get(merchantId);
      if (!window || now - window.since >= WINDOW_MS || now < window.since) {
        if (windows.size >= MOST_MERCHANTS) windows.clear();
        window = { since: now, used: 0 };
        windows.set(merchantId, window);
      }
      window.used += 1;
      return {
        limit,
        left: Math.max(0, limit - window.used),
        resetSeconds: Math.max(1, Math.ceil((window.since + WINDOW_MS - now) / 1_000)),
        isExceeded: window.used > limit,
      };
    },
  };
}
