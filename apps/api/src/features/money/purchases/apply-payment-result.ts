import { centsOf, shillingsOf, type FailureReason } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { databaseMoment } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { postings } from '../postings/index.ts';
import { takeReceipt } from '../unique-names/index.ts';
import { recordReceipt } from '../vouchers/index.ts';
import { completePurchase, creditSecondPayment } from './complete-purchase.ts';
import { releasePhone } from './open-prompts-store.ts';
import {
  findAttempt,
  latestAttempt,
  lockPurchase,
  updateAttempt,
  updatePurchase,
  type Attempt,
  type Purchase,
} from './store.ts';
import { notifyLateFailure } from './notify-late-failure.ts';

/** What M-PESA said about one attempt, by callback or query. A query knows neither receipt nor amount. */
export type PaymentResult =
  | { outcome: 'succeeded'; receipt?: string; amountShillings?: number }
  | { outcome: 'failed'; resultCode: string; reason: FailureReason };

/** What a result changed; written beside the message it came from. */
export type Applied = 'completed' | 'canceled' | 'paid_again' | 'repeated' | 'noted' | 'review';

const WRONG_AMOUNT = 'wrong_amount';

/**
 * Applies M-PESA's result. Forward only and idempotent: a success is final whatever comes after it, a
 * failure cancels only what is still open, and a late success of a canceled purchase completes it.
 */
export async function applyPaymentResult(
  tx: Transaction,
  deps: ApplyDeps,
  subject: { homeId: string; attemptId: string },
  result: PaymentResult,
): Promise<Applied> {
  const purchase = await lockPurchase(tx, subject.homeId);
  const attempt = await findAttempt(tx, subject.homeId, subject.attemptId);
  if (!attempt) throw new Error(`attempt ${subject.attemptId} is gone`);
  return result.outcome === 'succeeded'
    ? applySuccess(tx, deps, purchase, attempt, result)
    : applyFailure(tx, deps, purchase, attempt, result);
}

type Success = Extract<PaymentResult, { outcome: 'succeeded' }>;
type Failure = Extract<PaymentResult, { outcome: 'failed' }>;
type ApplyDeps = Pick<Deps, 'config' | 'keys' | 'log' | 'clock'>;

async function applySuccess(
  tx: Transaction,
  deps: ApplyDeps,
  purchase: Purchase,
  attempt: Attempt,
  result: Success,
): Promise<Applied> {
  if (isKnownPayment(attempt, result)) return 'repeated';
  const target = { homeId: attempt.homeId, targetId: attempt.id };
  if (result.receipt && !(await takeReceipt(tx, result.receipt, target))) return 'review';
  if (result.amountShillings !== undefined && result.amountShillings !== shillingsOf(attempt.amountCents)) {
    return keepInSuspense(tx, deps, purchase, attempt, {
      ...result,
      amountShillings: result.amountShillings,
    });
  }
  if (attempt.state === 'SUCCEEDED') return applyRepeatedSuccess(tx, deps, purchase, attempt, result);
  await updateAttempt(tx, attempt, {
    state: 'SUCCEEDED',
    result_code: '0',
    failure_reason: null,
    mpesa_receipt: result.receipt ?? null,
    settled_at: databaseMoment,
  });
  await releasePhone(tx, attempt.id, attempt.payerMsisdn);
  if (purchase.status === 'COMPLETED') {
    await creditSecondPayment(tx, deps, purchase, {
      ...attempt,
      causeId: attempt.id,
      receipt: result.receipt,
    });
    return 'paid_again';
  }
  await completePurchase(tx, deps, purchase, { causeId: attempt.id, receipt: result.receipt });
  return 'completed';
}

/** A query names no receipt, so of an attempt that M-PESA was paid for it can only mean that payment. */
function isKnownPayment(attempt: Attempt, { receipt }: Success): boolean {
  const isPaid = attempt.state === 'SUCCEEDED' || attempt.resultCode === WRONG_AMOUNT;
  return isPaid && (receipt === undefined || receipt === attempt.mpesaReceipt);
}

/** A query resolves without a receipt, which a later callback brings; another receipt is another payment. */
async function applyRepeatedSuccess(
  tx: Transaction,
  deps: ApplyDeps,
  purchase: Purchase,
  attempt: Attempt,
  { receipt }: Success,
): Promise<Applied> {
  if (receipt === undefined) return 'repeated';
  if (attempt.mpesaReceipt) {
    await creditSecondPayment(tx, deps, purchase, {
      ...attempt,
      causeId: `${attempt.id}/${receipt}`,
      receipt,
    });
    return 'paid_again';
  }
  await updateAttempt(tx, attempt, { mpesa_receipt: receipt });
  if (!purchase.mpesaReceipt) {
    await updatePurchase(tx, purchase.homeId, { mpesa_receipt: receipt });
    await recordReceipt(tx, purchase.homeId, receipt);
    await publishHint(tx, { userId: purchase.buyerId, topic: 'purchase', id: purchase.id });
  }
  return 'repeated';
}

async function keepInSuspense(
  tx: Transaction,
  deps: ApplyDeps,
  purchase: Purchase,
  attempt: Attempt,
  result: Success & { amountShillings: number },
): Promise<Applied> {
  const amountCents = centsOf(result.amountShillings);
  const reference = result.receipt ?? purchase.billReference;
  const causeId = `${attempt.id}/${reference}`;
  await postOrThrow(tx, [
    postings.moneyToSuspense({ causeId, homeId: purchase.homeId, amountCents, reference }),
  ]);
  const details = {
    asked: shillingsOf(attempt.amountCents),
    received: result.amountShillings,
    receipt: reference,
  };
  await raiseReview(tx, { kind: 'wrong_amount', subjectId: attempt.id, occurrence: reference, details });
  deps.log.error({ attemptId: attempt.id, ...details }, 'M-PESA received another amount than asked for');
  if (attempt.state === 'SUCCEEDED') return 'review';
  await updateAttempt(tx, attempt, { mpesa_receipt: result.receipt ?? null });
  await closeAttempt(tx, deps, purchase, attempt, {
    outcome: 'failed',
    resultCode: WRONG_AMOUNT,
    reason: 'provider_error',
  });
  return 'review';
}

async function applyFailure(
  tx: Transaction,
  deps: ApplyDeps,
  purchase: Purchase,
  attempt: Attempt,
  result: Failure,
): Promise<Applied> {
  if (attempt.state === 'FAILED') return 'repeated';
  if (attempt.state === 'SUCCEEDED') {
    const { resultCode } = result;
    await raiseReview(tx, { kind: 'failure_after_success', subjectId: attempt.id, details: { resultCode } });
    deps.log.error({ attemptId: attempt.id, resultCode }, 'M-PESA reported a failure after a success');
    return 'review';
  }
  return closeAttempt(tx, deps, purchase, attempt, result);
}

async function closeAttempt(
  tx: Transaction,
  deps: ApplyDeps,
  purchase: Purchase,
  attempt: Attempt,
  result: Failure,
): Promise<Applied> {
  await updateAttempt(tx, attempt, {
    state: 'FAILED',
    result_code: result.resultCode,
    failure_reason: result.reason,
    settled_at: databaseMoment,
  });
  await releasePhone(tx, attempt.id, attempt.payerMsisdn);
  const isLatest = (await latestAttempt(tx, purchase.homeId))?.id === attempt.id;
  if (purchase.status !== 'PENDING' || !isLatest) return 'noted';
  await updatePurchase(tx, purchase.homeId, { status: 'CANCELED', failure_reason: result.reason });
  await publishHint(tx, { userId: purchase.buyerId, topic: 'purchase', id: purchase.id });
  await notifyLateFailure(tx, deps, purchase, { attempt, reason: result.reason });
  return 'canceled';
}
