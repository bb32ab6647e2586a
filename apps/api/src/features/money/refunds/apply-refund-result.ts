import { shillingsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { raiseReview, reopenReview } from '../../control/reviews/index.ts';
import { readUser } from '../../access/users/index.ts';
import { refundPostings } from '../postings/index.ts';
import { takeReceipt } from '../unique-names/index.ts';
import { endSend, findSend, hasOtherOpenSend, listSends, type SendKey } from './send-store.ts';
import { lockRefund, recordReversalReceipt, resolveRefund, type Refund } from './store.ts';
import { notifyBuyer } from './notify-buyer.ts';

/** What M-PESA said about one order to reverse a payment, by result, status or at once. */
export type RefundResult =
  | { outcome: 'reversed'; receipt?: string | undefined }
  /** The payment was reversed before, by another of our attempts or outside of Zawadi. */
  | { outcome: 'reversed_before' }
  | { outcome: 'failed'; resultCode: string; isOurFault: boolean }
  /** Not executed, for an unknown reason: maybe because the payment had been reversed before. */
  | { outcome: 'declined' };

export type Applied = 'completed' | 'to_wallet' | 'to_suspense' | 'noted' | 'repeated' | 'review';
type ApplyDeps = Pick<Deps, 'keys' | 'log'>;

/**
 * Applies what M-PESA said about one order. M-PESA reverses a payment once at most, so any order's success ends the
 * refund; a failure ends it only when no other order can still succeed.
 */
export async function applyRefundResult(
  tx: Transaction,
  deps: ApplyDeps,
  key: SendKey,
  result: RefundResult,
): Promise<Applied> {
  const send = await findSend(tx, key);
  if (!send) throw new Error(`the order ${key.sendId} of a refund is gone`);
  const refund = await lockRefund(tx, { homeId: key.homeId, refundId: send.refundId });
  if (result.outcome === 'declined') {
    await endSend(tx, key, { state: 'FAILED', resultCode: 'declined' });
    return 'noted';
  }
  if (result.outcome === 'failed') return applyFailure(tx, deps, { refund, key, result });
  await endSend(tx, key, {
    state: result.outcome === 'reversed' ? 'DONE' : 'FAILED',
    resultCode: result.outcome === 'reversed' ? '0' : 'R000001',
  });
  const receipt = result.outcome === 'reversed' ? result.receipt : undefined;
  if (receipt && !(await takeReceipt(tx, receipt, { homeId: refund.homeId, targetId: refund.id }))) {
    return 'review';
  }
  if (refund.status !== 'PENDING') return applyRepeated(tx, deps, refund, result, receipt);
  if (result.outcome === 'reversed_before') await noteReversalElsewhere(tx, deps, refund);
  const { id: refundId, homeId } = refund;
  await postOrThrow(tx, [refundPostings.refundReversed({ refundId, homeId, reference: receipt })]);
  await resolveRefund(tx, refund, { status: 'COMPLETED', returnedTo: 'mpesa', mpesaReceipt: receipt });
  await notifyBuyer(tx, deps, refund, 'mpesa');
  return 'completed';
}

async function applyRepeated(
  tx: Transaction,
  deps: ApplyDeps,
  refund: Refund,
  result: Extract<RefundResult, { outcome: 'reversed' | 'reversed_before' }>,
  receipt: string | undefined,
): Promise<Applied> {
  if (refund.returnedTo === 'mpesa') {
    if (receipt) await recordReversalReceipt(tx, refund, receipt);
    return 'repeated';
  }
  await raiseReview(tx, {
    kind: 'success_after_release',
    subjectId: refund.id,
    details: { amount: shillingsOf(refund.amountCents), returnedTo: refund.returnedTo },
  });
  deps.log.error({ refundId: refund.id, result: result.outcome }, 'M-PESA contradicts itself about a refund');
  return 'review';
}

/** With a single attempt the payment was reversed elsewhere: in the portal of M-PESA, or by Safaricom. */
async function noteReversalElsewhere(tx: Transaction, deps: ApplyDeps, refund: Refund): Promise<void> {
  const sends = await listSends(tx, { homeId: refund.homeId, refundId: refund.id });
  if (sends.length > 1) return;
  const details = { receipt: refund.originalReceipt, amount: shillingsOf(refund.amountCents) };
  await raiseReview(tx, { kind: 'refund_reversed_elsewhere', subjectId: refund.id, details });
  deps.log.warn({ refundId: refund.id }, 'a payment had been reversed before we asked for it');
}

async function applyFailure(
  tx: Transaction,
  deps: ApplyDeps,
  failure: { refund: Refund; key: SendKey; result: Extract<RefundResult, { outcome: 'failed' }> },
): Promise<Applied> {
  const { refund, key, result } = failure;
  const { homeId, id: refundId } = refund;
  await endSend(tx, key, { state: 'FAILED', resultCode: result.resultCode });
  if (refund.status !== 'PENDING') return 'repeated';
  if (await hasOtherOpenSend(tx, { homeId, refundId }, key.sendId)) return 'noted';
  if (result.isOurFault) {
    const details = { resultCode: result.resultCode, amount: shillingsOf(refund.amountCents) };
    await raiseReview(tx, { kind: 'refund_refused', subjectId: refundId, details });
    deps.log.error({ refundId, resultCode: result.resultCode }, 'M-PESA refuses our reversals');
  }
  return refundWithoutMpesa(tx, deps, refund, result.resultCode);
}

/** M-PESA definitely gives nothing back: the money goes to the buyer's wallet, or back to suspense. */
export async function refundWithoutMpesa(
  tx: Transaction,
  deps: ApplyDeps,
  refund: Refund,
  resultCode: string,
): Promise<Applied> {
  const { id: refundId, homeId, buyerId, reviewId } = refund;
  if (buyerId !== null && (await readUser(tx, buyerId)) !== undefined) {
    await postOrThrow(tx, [refundPostings.refundToWallet({ refundId, homeId, buyerId })]);
    await resolveRefund(tx, refund, { status: 'COMPLETED', returnedTo: 'wallet', resultCode });
    await notifyBuyer(tx, deps, refund, 'wallet');
    return 'to_wallet';
  }
  await postOrThrow(tx, [refundPostings.refundToSuspense({ refundId, homeId })]);
  await resolveRefund(tx, refund, { status: 'CANCELED', returnedTo: 'suspense', resultCode });
  const details = { received: shillingsOf(refund.amountCents), receipt: refund.originalReceipt, resultCode };
  if (reviewId === null) await raiseReview(tx, { kind: 'refund_without_owner', subjectId: homeId, details });
  else await reopenReview(tx, reviewId);
  return 'to_suspense';
}
