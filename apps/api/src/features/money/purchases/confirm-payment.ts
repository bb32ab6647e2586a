import { shillingsOf, type confirmPayment as endpoint, type HandlerAnswer } from '@zawadi/contract';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { findOwnPurchase } from './find-own-purchase.ts';
import { queryPurchase } from './query-purchase.ts';
import { findPurchase, latestAttempt } from './store.ts';

/**
 * *Fetch Payment*: asks M-PESA when we do not know yet, then answers from our database.
 * @throws Refusal payment_pending, or payment_canceled with its failureReason
 */
export async function confirmPayment(
  deps: PaymentDeps,
  input: { buyerId: string; requestId: string; billReferenceNumber: string },
): Promise<HandlerAnswer<typeof endpoint>> {
  const before = await findOwnPurchase(deps.db, input.buyerId, input.requestId);
  if (before.billReference !== input.billReferenceNumber) throw new Refusal('registration_mismatch');
  if (before.status === 'PENDING') {
    const attempt = await latestAttempt(deps.db, before.homeId);
    if (attempt) await queryPurchase(deps, attempt);
  }
  const purchase = (await findPurchase(deps.db, before.homeId)) ?? before;
  if (purchase.status === 'CANCELED') {
    throw new Refusal('payment_canceled', { failureReason: purchase.failureReason ?? 'provider_error' });
  }
  if (purchase.status !== 'COMPLETED') throw new Refusal('payment_pending');
  return {
    requestId: purchase.id,
    amount: shillingsOf(purchase.amountCents),
    partyA: purchase.payerMsisdn,
    billReferenceNumber: purchase.billReference,
    shortCode: deps.mpesaShortCode,
    orderStatus: 'COMPLETED',
    mpesaReceipt: purchase.mpesaReceipt ?? undefined,
  };
}
