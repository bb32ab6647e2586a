/** How one attempt to process an outbox row ended. Reasons are short codes: no names, numbers or secrets. */
export type Outcome =
  | { kind: 'done' }
  /** It certainly did not happen, or may happen twice. `afterMs` when the other side said how long to wait. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** It may have happened and must not be repeated without a decision of a person. */
  | { kind: 'unknown'; reason: string }
  /** It will never happen. */
  | { kind: 'dead'; reason: string };

/** What becomes of the row. */
export type NextState = { state: 'done' | 'unknown' | 'dead' | 'pending'; reason?: string; delayMs: number };

const JITTER = 0.2;

/**
 * The next state of a row: retries wait as the schedule says, give or take a fifth so that what failed together
 * is not repeated together; after the last one the row is dead.
 * @param attempt 1 for the first
 * @param retryDelaysMs how long to wait after the first, second, … try
 * @param random from 0 to 1
 */
export function nextStateOf(
  outcome: Outcome,
  attempt: number,
  retryDelaysMs: readonly number[],
  random: number,
): NextState {
  if (outcome.kind !== 'retry') {
    return { state: outcome.kind, delayMs: 0, ...(outcome.kind !== 'done' && { reason: outcome.reason }) };
  }
  const planned = retryDelaysMs[attempt - 1];
  if (planned === undefined) return { state: 'dead', reason: outcome.reason, delayMs: 0 };
  const spread = 1 - JITTER + 2 * JITTER * random;
  return {
    state: 'pending',
    reason: outcome.reason,
    delayMs: Math.max(Math.round(planned * spread), outcome.afterMs ?? 0),
  };
}
