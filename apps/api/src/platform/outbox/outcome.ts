/** Result of one attempt to process an outbox row. Reasons are short codes without names, numbers or secrets. */
export type Outcome = Ending & {
  /** Runs after the end of the row is committed. It is lost if the process dies, so nothing may depend on it. */
  afterwards?: () => Promise<void>;
};

type Ending =
  /** `providerId` is the provider's id of a sent message, which its delivery reports repeat. */
  | { kind: 'done'; providerId?: string | undefined }
  /** The effect did not happen, or may safely happen twice. `afterMs` is a pause that the receiver requested. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** The effect may have happened. Only a person may decide to repeat it. */
  | { kind: 'unknown'; reason: string }
  /** The effect will never happen. */
  | { kind: 'dead'; reason: string };

/** Next state of an outbox row. */
export type NextState = {
  state: 'done' | 'unknown' | 'dead' | 'pending';
  reason?: string;
  delayMs: number;
  providerId?: string | undefined;
};

const JITTER = 0.2;

/**
 * Computes the next state of a row. Varies each pause by a fifth, so that rows that failed together are not retried
 * together. A failure after the last pause makes the row dead.
 * @param attempt 1 for the first
 * @param retryDelaysMs pauses after the first, second, … attempt
 * @param random from 0 to 1
 */
export function nextStateOf(
  outcome: Outcome,
  attempt: number,
  retryDelaysMs: readonly number[],
  random: number,
): NextState {
  if (outcome.kind === 'done') return { state: 'done', delayMs: 0, providerId: outcome.providerId };
  if (outcome.kind !== 'retry') return { state: outcome.kind, delayMs: 0, reason: outcome.reason };
  const planned = retryDelaysMs[attempt - 1];
  if (planned === undefined) return { state: 'dead', reason: outcome.reason, delayMs: 0 };
  const spread = 1 - JITTER + 2 * JITTER * random;
  return {
    state: 'pending',
    reason: outcome.reason,
    delayMs: Math.max(Math.round(planned * spread), outcome.afterMs ?? 0),
  };
}
