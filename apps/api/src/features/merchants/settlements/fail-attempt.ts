import { databaseIn, databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { recordActivity } from './activity-store.ts';
import { updateAttempt, type Attempt } from './attempt-store.ts';
import { supersedeDecision } from './decision-store.ts';
import { updateSettlement, type SettlementRecord } from './store.ts';
import { notifyFailed } from './notify-merchant.ts';

const AGAIN_SECONDS = 24 * 3_600;
/** We usually repair a fault on our side within the hour. */
const AGAIN_AFTER_OUR_FAULT_SECONDS = 3_600;

/**
 * Fails an attempt that certainly did not pay. The batch is Pending again with the reason, and its money stays
 * reserved. The worker retries it unless it needs approval. The caller has locked the batch.
 */
export async function failAttempt(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  failed: {
    settlement: SettlementRecord;
    attempt: Attempt;
    /** Reason for the failure, as a sentence for the merchant. */
    words: string;
    isOurFault: boolean;
  },
): Promise<void> {
  const { settlement, attempt, words, isOurFault } = failed;
  const key = { merchantId: settlement.merchantId, settlementId: settlement.id };
  await updateAttempt(
    tx,
    { merchantId: key.merchantId, attemptId: attempt.id },
    {
      state: 'FAILED',
      failure_reason: words,
      ended_at: databaseNow,
    },
  );
  const againSeconds = isOurFault ? AGAIN_AFTER_OUR_FAULT_SECONDS : AGAIN_SECONDS;
  await updateSettlement(tx, key, {
    status: 'PENDING',
    failure_reason: words,
    next_attempt_at: settlement.needsApproval ? null : databaseIn(againSeconds),
  });
  await supersedeDecision(tx, key);
  await recordActivity(tx, key, { kind: 'FAILED', reason: words });
  await notifyFailed(tx, deps, settlement, { attemptId: attempt.id, reason: words });
}
