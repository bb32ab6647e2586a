import type { Transaction } from '../../../platform/db/database.ts';
import { limitStatements } from '../../../platform/db/locks.ts';

/** Time from a request's arrival in which its effects are committed, or rolled back. The gateway waits ten seconds. */
export const BUDGET_MS = 3_000;

const LONGEST_LOCK_WAIT_MS = 1_500;

/** Thrown when no time is left for a request. It is not retried. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/**
 * Limits each later statement of this transaction, and its COMMIT, to the time that is left for the request.
 * @param deadlineMs by `performance.now()`
 * @throws OutOfTime
 */
export async function limitToDeadline(tx: Transaction, deadlineMs: number): Promise<void> {
  const leftMs = Math.floor(deadlineMs - performance.now());
  if (leftMs <= 0) throw new OutOfTime('no time is left for a USSD request');
  await limitStatements(tx, { statementMs: leftMs, lockMs: Math.min(leftMs, LONGEST_LOCK_WAIT_MS) });
}
