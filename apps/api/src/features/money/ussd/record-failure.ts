import type { Deps } from '../../../config/deps.ts';
import { inTransaction, isConnectionLoss } from '../../../platform/db/in-transaction.ts';
import { limitStatements } from '../../../platform/db/locks.ts';
import { insertFailure } from './failure-store.ts';

/** Most time that recording a failure may add to a request that is late already. */
const LONGEST_MS = 1_000;

/**
 * Records that a request was answered with "please try again". The alert about failing requests counts these records.
 * Records nothing if the database was unreachable: other alerts report that, and the gateway waits for the answer.
 */
export async function recordFailureIn({ db, log }: Pick<Deps, 'db' | 'log'>, error: unknown): Promise<void> {
  if (isConnectionLoss(error)) return;
  try {
    await inTransaction(db, async (tx) => {
      await limitStatements(tx, { statementMs: LONGEST_MS, lockMs: LONGEST_MS });
      await insertFailure(tx);
    });
  } catch (failure) {
    log.warn({ err: failure }, 'a failed USSD request was not counted');
  }
}
