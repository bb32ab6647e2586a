import { centsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { postings } from '../postings/index.ts';
import { applyResult, listOrders, type Order, type OrderDeps } from '../../mpesa/orders/index.ts';
import { findName, takeName } from '../unique-names/index.ts';
import { bookPayment } from './complete-purchase.ts';
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
  deps: OrderDeps,
  payment: PayBillPayment,
): Promise<string> {
  if (await findName(tx, 'receipt', payment.receipt)) return 'repeated';
  const found = await findName(tx, 'bill_reference', payment.billReference.toUpperCase());
  const purchase = found && (await lockPurchase(tx, found.homeId));
  const amountCents = centsOf(payment.amountShillings);
  if (purchase && purchase.amountCents === amountCents) {
    const { homeId } = purchase;
    const order = orderOf(await listOrders(tx, { homeId }));
    if (order) return applyResult(tx, deps, order, { outcome: 'succeeded', ...payment });
    if (purchase.status !== 'COMPLETED' || purchase.mpesaReceipt === null) {
      const { messageId: causeId, receipt } = payment;
      await takeName(tx, 'receipt', receipt, { homeId, targetId: causeId });
      return bookPayment(tx, deps, purchase, { causeId, receipt });
    }
  }
  const target = { homeId: purchase?.homeId ?? payment.messageId, targetId: payment.messageId };
  if (!(await takeName(tx, 'receipt', payment.receipt, target))) return 'repeated';
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

/** The prompt that a payment without a CheckoutRequestID belongs to: one that was paid, else the only open one. */
function orderOf(orders: readonly Order[]): Order | undefined {
  const paid = orders.findLast(({ state, receipt }) => state === 'SUCCEEDED' && receipt === null);
  const open = orders.filter(({ state }) => state !== 'FAILED' && state !== 'SUCCEEDED');
  return paid ?? (open.length === 1 ? open[0] : undefined);
}
