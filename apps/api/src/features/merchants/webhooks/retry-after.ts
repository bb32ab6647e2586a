import { DAY_MS } from '../../../platform/durations.ts';

const LONGEST_MS = DAY_MS;

/**
 * How long a `Retry-After` header asks to wait: seconds, or a date. Never more than a day.
 * @returns undefined for a header that is absent or says nothing
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d{1,9}$/u.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), LONGEST_MS);
}
