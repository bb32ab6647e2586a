import { shillingsOf } from '@zawadi/contract';
import { listOrders, type Order, type OrderDeps, type OrderResult } from '../../mpesa/orders/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { findPurchase } from './store.ts';

/** A prompt is answered within minutes of its order, however late the answer arrives. */
const PAID_WITHIN_MS = 15 * 60_000;
/** M-PESA's list names whole seconds. */
const ONE_SECOND_MS = 1_000;

/**
 * Asks M-PESA what became of a prompt; of one that is known to be paid, by which receipt.
 * @returns undefined when it does not know yet, or answers what we do not know
 */
export async function findPayment(deps: OrderDeps, order: Order): Promise<OrderResult | undefined> {
  const [checkoutRequestId] = order.providerIds;
  if (checkoutRequestId === undefined || order.state === 'SUCCEEDED') return findReceived(deps, order);
  const answer = await deps.mpesa.stkQuery({ checkoutRequestId });
  if (answer.outcome !== 'accepted' || answer.result.state === 'pending') return undefined;
  const { result, resultCode } = answer;
  return result.state === 'succeeded'
    ? { outcome: 'succeeded' }
    : { outcome: 'failed', resultCode, reason: result.reason, isOurFault: result.isOurFault };
}

/**
 * Looks for the payment of a prompt among everything M-PESA has received. It is the only way to find a receipt, and to find
 * out about a prompt that was not acknowledged: a status can only be asked for with the id that the answer brings.
 * @returns undefined as long as it is not there, which proves nothing
 */
async function findReceived(deps: OrderDeps, order: Order): Promise<OrderResult | undefined> {
  const purchase = await findPurchase(deps.db, order.homeId);
  const orders = await listOrders(deps.db, { homeId: order.homeId });
  const first = orders.at(-1) ?? order;
  if (!purchase) return undefined;
  const from = new Date(first.createdAt.getTime() - ONE_SECOND_MS);
  const to = new Date(order.createdAt.getTime() + PAID_WITHIN_MS);
  for (let offset = 0; ;) {
    const page = await deps.mpesa.pullTransactions.query({ from, to, offset });
    if (page.outcome !== 'accepted' || page.transactions.length === 0) return undefined;
    for (const { receipt, billReference, amountShillings } of page.transactions) {
      const fits =
        billReference === purchase.billReference && amountShillings === shillingsOf(purchase.amountCents);
      // An earlier prompt of the same purchase, or a payment by hand, looks the same but for its receipt.
      if (fits && !(await findName(deps.db, 'receipt', receipt)))
        return { outcome: 'succeeded', receipt, amountShillings };
    }
    offset += page.transactions.length;
  }
}
