import { shillingsOf } from '@zawadi/contract';
import type { RejectionReason } from '@zawadi/mpesa';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { applyRefundResult } from './apply-refund-result.ts';
import { endSend, insertSend, recordSent, type SendKey } from './send-store.ts';
import { lockRefund, type Refund, type RefundKey } from './store.ts';

const REMARKS = 'Zawadi refund';
/** Transient errors: the next order may be accepted. */
const PASSING: ReadonlySet<RejectionReason> = new Set(['throttled', 'token_refused']);

/**
 * Orders M-PESA to reverse the payment behind a pending refund. The order is written down before it is sent. M-PESA
 * reverses a payment once at most, so it may be ordered again while the outcome of an earlier order is unknown.
 */
export async function sendReversal(deps: PaymentDeps, key: RefundKey): Promise<void> {
  const token = newCallbackToken();
  const sendKey = { homeId: key.homeId, sendId: newId() };
  const refund = await inTransaction(deps.db, (tx) => writeDown(tx, key, { ...sendKey, token }));
  if (!refund?.originalReceipt) return;
  const answer = await deps.mpesa.reversal({
    receipt: refund.originalReceipt,
    amountShillings: shillingsOf(refund.amountCents),
    remarks: REMARKS,
    callbackToken: token,
  });
  if (answer.outcome === 'accepted') {
    await recordSent(deps.db, sendKey, answer);
    return;
  }
  const hasHadNoEffect = answer.outcome === 'rejected' || answer.cause === 'not_sent';
  deps.log.warn({ refundId: key.refundId, answer }, 'M-PESA did not take a reversal, or did not answer');
  if (!hasHadNoEffect) return;
  const resultCode = answer.outcome === 'rejected' ? answer.code : 'not_sent';
  const mayBeTakenLater = answer.outcome !== 'rejected' || PASSING.has(answer.reason);
  await inTransaction(deps.db, async (tx) => {
    if (mayBeTakenLater) await endSend(tx, sendKey, { state: 'FAILED', resultCode });
    else await applyRefundResult(tx, deps, sendKey, { outcome: 'failed', resultCode, isOurFault: true });
  });
}

/** @returns undefined when the refund has ended meanwhile */
async function writeDown(
  tx: Transaction,
  key: RefundKey,
  { sendId, token }: SendKey & { token: string },
): Promise<Refund | undefined> {
  const refund = await lockRefund(tx, key);
  if (refund.status !== 'PENDING') return undefined;
  await insertSend(tx, key, sendId);
  await openCallback(tx, token, { purpose: 'refund_result', homeId: key.homeId, targetId: sendId });
  return refund;
}
