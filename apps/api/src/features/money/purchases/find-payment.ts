import { shillingsOf } from '@zawadi/contract';
import { listOrders, type Found, type Order, type OrderDeps } from '../../mpesa/orders/index.ts';
import { runQuery, type Requester } from '../../mpesa/payment-queries/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { findPurchase } from './store.ts';

/** M-PESA executes a prompt within minutes after we send it, however late the result arrives. */
const PAID_WITHIN_MS = 15 * 60_000;
/** M-PESA's list shows times in whole seconds. */
const ONE_SECOND_MS = 1_000;

/**
 * Queries M-PESA for the outcome of a prompt, or for the receipt of a paid prompt.
 * @returns no result if M-PESA has no outcome yet, or an answer that we do not know
 */
export async function findPayment(deps: OrderDeps, order: Order, by: Requester): Promise<Found> {
  const [checkoutRequestId] = order.providerIds;
  if (checkoutRequestId === undefined || order.state === 'SUCCEEDED') return findReceived(deps, order, by);
  const { answer, outcome } = await runQuery(
    deps,
    {
      about: { orderId: order.id },
      call: 'prompt',
      by,
      wordsOf: ({ resultDescription }) => resultDescription,
    },
    () => deps.mpesa.stkQuery({ checkoutRequestId }),
  );
  if (answer.outcome !== 'accepted' || answer.result.state === 'pending') return { outcome };
  const { result, resultCode } = answer;
  if (result.state === 'succeeded') return { outcome, result: { outcome: 'succeeded' } };
  const { reason, isOurFault } = result;
  return { outcome, result: { outcome: 'failed', resultCode, reason, isOurFault } };
}

/**
 * Searches M-PESA's list of received payments for the payment of a prompt. Only the list contains receipts and
 * prompts that M-PESA did not acknowledge: a status query needs the acknowledgement's id.
 * @returns no result if the payment is not listed, which proves nothing
 */
async function findReceived(deps: OrderDeps, order: Order, by: Requester): Promise<Found> {
  const purchase = await findPurchase(deps.db, order.homeId);
  const orders = await listOrders(deps.db, { homeId: order.homeId });
  const first = orders.at(-1) ?? order;
  if (!purchase) return { outcome: 'not_needed' };
  const from = new Date(first.createdAt.getTime() - ONE_SECOND_MS);
  const to = new Date(order.createdAt.getTime() + PAID_WITHIN_MS);
  for (let offset = 0; ;) {
    const { answer: page, outcome } = await runQuery(
      deps,
      {
        about: { orderId: order.id },
        call: 'list',
        by,
        wordsOf: ({ transactions }) => `M-PESA’s list has ${transactions.length} payments of that time`,
      },
      () => deps.mpesa.pullTransactions.query({ from, to, offset }),
    );
    if (page.outcome !== 'accepted' || page.transactions.length === 0) return { outcome };
    for (const { receipt, billReference, amountShillings } of page.transactions) {
      const fits =
        billReference === purchase.billReference && amountShillings === shillingsOf(purchase.amountCents);
      // Skips a booked receipt: it belongs to an earlier prompt of the purchase, or to a manual payment.
      if (fits && !(await findName(deps.db, 'receipt', receipt)))
        return { outcome, result: { outcome: 'succeeded', receipt, amountShillings } };
    }
    offset += page.transactions.length;
  }
}
