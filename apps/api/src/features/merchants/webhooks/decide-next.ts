import type { WebhookType } from '@zawadi/contract';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import { settle } from '../../../platform/outbox/outcome.ts';
import type { SwitchedOffReason } from './endpoint-store.ts';

/** After the first try, the second and so on: about three days in all, as Standard Webhooks proposes. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

const WARN_AFTER_MS = 24 * HOUR_MS;
const SWITCH_OFF_AFTER_MS = 72 * HOUR_MS;

// One event that a receiver cannot digest must not hold the others up; three in a row mean the receiver itself.
const FAILURES_WITHOUT_HOLD = 2;
const FIRST_HOLD_MS = 10 * SECOND_MS;
const LONGEST_HOLD_MS = 10 * MINUTE_MS;
const OVERLOADED_HOLD_MS = 30 * SECOND_MS;
const OVERLOADED = new Set([429, 502, 504]);
const GONE = 410;

/** What is known when a try has ended. */
export type Ended = {
  type: WebhookType;
  /** Tries of this round before this one. */
  retriesUsed: number;
  result: { isDelivered: boolean; status?: number; failure?: string; retryAfterMs?: number };
  endpoint: { failures: number; failingForMs: number | null; isWarned: boolean; isSwitchedOff: boolean };
};

export type Next = {
  delivery: { state: 'pending' | 'delivered' | 'failed'; delayMs: number };
  /** What it says about the receiver. */
  endpoint:
    | { kind: 'unchanged' }
    | { kind: 'success' }
    | { kind: 'failure'; holdMs: number; isToBeWarned: boolean }
    | { kind: 'switch-off'; reason: SwitchedOffReason };
};

/** @param random from 0 to 1, so that what failed together is not repeated together */
export function decideNext({ type, retriesUsed, result, endpoint }: Ended, random: number): Next {
  const failed = { state: 'failed', delayMs: 0 } as const;
  if (result.isDelivered)
    return { delivery: { state: 'delivered', delayMs: 0 }, endpoint: { kind: 'success' } };
  // Somebody looks at the answer of a test; it is not repeated and says nothing about real events.
  if (type === 'webhook.test' || endpoint.isSwitchedOff) {
    return { delivery: failed, endpoint: { kind: 'unchanged' } };
  }
  if (result.status === GONE) return { delivery: failed, endpoint: { kind: 'switch-off', reason: 'gone' } };
  const failingForMs = endpoint.failingForMs ?? 0;
  if (failingForMs >= SWITCH_OFF_AFTER_MS) {
    return { delivery: failed, endpoint: { kind: 'switch-off', reason: 'failing' } };
  }
  const afterMs = result.retryAfterMs ?? 0;
  const settled = settle(
    { kind: 'retry', reason: result.failure ?? String(result.status), afterMs },
    retriesUsed + 1,
    RETRY_DELAYS_MS,
    random,
  );
  return {
    delivery: settled.state === 'pending' ? { state: 'pending', delayMs: settled.delayMs } : failed,
    endpoint: {
      kind: 'failure',
      holdMs: Math.max(holdMs(endpoint.failures + 1, result.status), afterMs),
      isToBeWarned: !endpoint.isWarned && failingForMs >= WARN_AFTER_MS,
    },
  };
}

/** @param failures in a row, this one included */
function holdMs(failures: number, status: number | undefined): number {
  const doublings = Math.min(failures - FAILURES_WITHOUT_HOLD - 1, 20);
  const growing = doublings < 0 ? 0 : Math.min(FIRST_HOLD_MS * 2 ** doublings, LONGEST_HOLD_MS);
  const isOverloaded = status !== undefined && OVERLOADED.has(status);
  return isOverloaded ? Math.max(growing, OVERLOADED_HOLD_MS) : growing;
}
