import { shillingsOf } from '@zawadi/contract';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { findName } from '../unique-names/index.ts';
import type { PaymentResult } from './apply-payment-result.ts';
import { findPurchase, type Attempt } from './store.ts';

/** A prompt is answered within minutes of its order, however late the answer arrives. */
const PAID_WITHIN_MS = 15 * 60_000;
/** M-PESA's list names whole seconds. */
const ONE_SECOND_MS = 1_000;

/**
 * Looks for the payment of a prompt among everything M-PESA has received. It is the only way to find out about a
 * prompt whose order was not answered, because a status can only be asked for with the id that the answer brings.
 * @returns undefined as long as it is not there, which proves nothing
 */
export async function queryReceived(
  deps: PaymentDeps,
  attempt: Pick<Attempt, 'homeId' | 'id' | 'createdAt'>,
): Promise<PaymentResult | undefined> {
  const purchase = await findPurchase(deps.db, attempt.homeId);
  if (!purchase) return undefined;
  const orderedAtMs = attempt.createdAt.getTime();
  const from = new Date(orderedAtMs - ONE_SECOND_MS);
  const to = new Date(orderedAtMs + PAID_WITHIN_MS);
  for (let offset = 0; ;) {
    const page = await deps.mpesa.pullTransactions.query({ from, to, offset });
    if (page.outcome !== 'accepted' || page.transactions.length === 0) return undefined;
    for (const { receipt, billReference, amountShillings } of page.transactions) {
      const fits =
        billReference === purchase.billReference && amountShillings === shillingsOf(purchase.amountCents);
      if (fits && !(await isOfAnother(deps, receipt, attempt.id)))
        return { outcome: 'succeeded', receipt, amountShillings };
    }
    offset += page.transactions.length;
  }
}

/** An earlier prompt of the same purchase, or a payment by hand, looks the same but for its receipt. */
async function isOfAnother(
  { db }: Pick<PaymentDeps, 'db'>,
  receipt: string,
  attemptId: string,
): Promise<boolean> {
  const owner = await findName(db, 'receipt', receipt);
  return owner !== undefined && owner.targetId !== attemptId;
}
