import { centsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { postings } from '../postings/index.ts';
import { findName, takeName } from '../unique-names/index.ts';
import { applyPaymentResult, type Applied } from './apply-payment-result.ts';
import { completePurchase } from './complete-purchase.ts';
import { findOnlyAttemptWithoutReceipt } from './attempt-store.ts';
import { lockPurchase } from './store.ts';

/** A customer paid at the pay bill by hand, with `billReference` as account number. */
type PayBillPayment = { messageId: string; receipt: string; billReference: string; amountShillings: number };

/**
 * A manual payment with the reference and exact amount of an unpaid purchase completes it; any other money goes to
 * suspense, where an administrator finds it. M-PESA reports payments by prompt here too: they complete their attempt,
 * or bring the receipt of one that a query has completed.
 */
export async function applyPayBillPayment(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'keys' | 'log' | 'clock'>,
  payment: PayBillPayment,
): Promise<Applied> {
  const known = await findName(tx, 'receipt', payment.receipt);
  if (known) return 'repeated';
  const found = await findName(tx, 'bill_reference', payment.billReference.toUpperCase());
  const purchase = found && (await lockPurchase(tx, found.homeId));
  const amountCents = centsOf(payment.amountShillings);
  const attemptId = purchase && (await findOnlyAttemptWithoutReceipt(tx, purchase.homeId));
  if (purchase && attemptId && purchase.amountCents === amountCents) {
    const subject = { homeId: purchase.homeId, attemptId };
    return applyPaymentResult(tx, deps, subject, { outcome: 'succeeded', ...payment });
  }
  const target = { homeId: purchase?.homeId ?? payment.messageId, targetId: payment.messageId };
  if (!(await takeName(tx, 'receipt', payment.receipt, target))) return 'repeated';

  if (purchase && purchase.status !== 'COMPLETED' && purchase.amountCents === amountCents) {
    await completePurchase(tx, deps, purchase, { causeId: payment.messageId, receipt: payment.receipt });
    return 'completed';
  }
  const { messageId, receipt: reference } = payment;
  await postOrThrow(tx, [
    postings.moneyToSuspense({ causeId: messageId, homeId: messageId, amountCents, reference }),
  ]);
  const details = {
    billReference: payment.billReference,
    received: payment.amountShillings,
    receipt: reference,
  };
  await raiseReview(tx, { kind: 'money_without_purchase', subjectId: messageId, details });
  deps.log.error({ messageId, ...details }, 'M-PESA received money that fits no purchase');
  return 'review';
}
