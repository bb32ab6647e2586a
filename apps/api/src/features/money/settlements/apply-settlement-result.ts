import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import type { PayOutResult } from '../../mpesa/client/index.ts';
import { pause } from '../../mpesa/client/index.ts';
import { raiseReview, type ReviewKind } from '../../control/reviews/index.ts';
import { takeReceipt } from '../unique-names/index.ts';
import { findAttempt, updateAttempt, type Attempt, type AttemptKey } from './attempt-store.ts';
import { completeSettlement } from './complete-settlement.ts';
import { failAttempt } from './fail-attempt.ts';
import { lockSettlement, type SettlementRecord } from './store.ts';
import { whyFailed } from './words.ts';

type ApplyDeps = Pick<Deps, 'keys' | 'log'>;
type Applied = 'completed' | 'failed' | 'repeated' | 'review';
type Case = { settlement: SettlementRecord; attempt: Attempt };

/**
 * Applies M-PESA's result of an attempt to pay a batch out. Forward only and idempotent. A success that comes
 * after a failure still completes the batch, for its money is held until it is paid or canceled.
 */
export async function applySettlementResult(
  tx: Transaction,
  deps: ApplyDeps,
  key: AttemptKey,
  result: PayOutResult,
): Promise<Applied> {
  const found = await lockCase(tx, key);
  if (!found) return 'review';
  return result.outcome === 'succeeded' ? succeed(tx, deps, found, result) : fail(tx, deps, found, result);
}

/** An attempt under the lock of its batch. */
async function lockCase(tx: Transaction, key: AttemptKey): Promise<Case | undefined> {
  const before = await findAttempt(tx, key);
  if (!before) return undefined;
  const settlement = await lockSettlement(tx, before);
  const attempt = await findAttempt(tx, key);
  return attempt && { settlement, attempt };
}

async function succeed(
  tx: Transaction,
  deps: ApplyDeps,
  { settlement, attempt }: Case,
  result: Extract<PayOutResult, { outcome: 'succeeded' }>,
): Promise<Applied> {
  const { receipt, chargeCents } = result;
  if (attempt.state === 'PAID') return succeedAgain(tx, deps, attempt, receipt);
  const isAnotherOneAtWork = settlement.attemptId !== attempt.id && settlement.status === 'PROCESSING';
  if (settlement.status === 'CANCELED') return contradict(tx, deps, attempt, 'success_after_release');
  if (settlement.status === 'COMPLETED' || isAnotherOneAtWork) {
    return contradict(tx, deps, attempt, 'paid_twice');
  }
  const target = { homeId: attempt.merchantId, targetId: attempt.id };
  if (receipt !== undefined && !(await takeReceipt(tx, receipt, target))) return 'review';
  await completeSettlement(tx, deps, { settlement, attempt, reference: receipt, chargeCents });
  return 'completed';
}

/** A status may complete without a receipt, which the result then brings; another receipt is another pay-out. */
async function succeedAgain(
  tx: Transaction,
  deps: ApplyDeps,
  attempt: Attempt,
  receipt: string | undefined,
): Promise<Applied> {
  if (receipt === undefined || receipt === attempt.reference) return 'repeated';
  if (attempt.reference !== null) return contradict(tx, deps, attempt, 'paid_twice');
  const { merchantId, id: attemptId } = attempt;
  if (!(await takeReceipt(tx, receipt, { homeId: merchantId, targetId: attemptId }))) return 'review';
  await updateAttempt(tx, { merchantId, attemptId }, { reference: receipt });
  return 'repeated';
}

async function fail(
  tx: Transaction,
  deps: ApplyDeps,
  { settlement, attempt }: Case,
  result: Extract<PayOutResult, { outcome: 'failed' }>,
): Promise<Applied> {
  if (attempt.state === 'FAILED') return 'repeated';
  if (attempt.state === 'PAID') return contradict(tx, deps, attempt, 'failure_after_success');
  const { resultCode, isOurFault } = result;
  const words = whyFailed(attempt.destination, result);
  await failAttempt(tx, deps, { settlement, attempt, resultCode, words, isOurFault });
  if (isOurFault) await pauseForOurFault(tx, deps, attempt, resultCode);
  return 'failed';
}

async function pauseForOurFault(
  tx: Transaction,
  deps: ApplyDeps,
  { id: attemptId }: Attempt,
  resultCode: string,
): Promise<void> {
  await pause(tx, 'settlements', `M-PESA result ${resultCode}`);
  const kind = resultCode === '1' ? 'float_short' : 'provider_refused_us';
  await raiseReview(tx, { kind, subjectId: attemptId, details: { resultCode } });
  deps.log.error({ attemptId, resultCode }, 'M-PESA refuses our pay-outs; settlements are paused');
}

async function contradict(
  tx: Transaction,
  deps: ApplyDeps,
  { id, settlementId, state }: Attempt,
  kind: ReviewKind,
): Promise<Applied> {
  await raiseReview(tx, { kind, subjectId: id, details: { settlementId, state } });
  deps.log.error({ attemptId: id, kind }, 'M-PESA contradicts itself about a settlement');
  return 'review';
}
