import { shillingsOf, type confirmPayment as endpoint, type HandlerAnswer } from '@zawadi/contract';
import { Refusal } from '../../../platform/refusal.ts';
import { listOrders, pollOrder, type Order, type OrderDeps } from '../../mpesa/orders/index.ts';
import { findOwnPurchase } from './find-own-purchase.ts';
import { findPurchase, type Purchase } from './store.ts';

const DAY_SECONDS = 24 * 3_600;
const ASKED_AT_ONCE = 3;

/**
 * Handles *Fetch Payment*: queries M-PESA if the outcome is unknown or a failure, then answers from our database.
 * @throws Refusal payment_pending, or payment_canceled with its failureReason
 */
export async function confirmPayment(
  deps: OrderDeps,
  input: { buyerId: string; requestId: string; billReferenceNumber: string },
): Promise<HandlerAnswer<typeof endpoint>> {
  const before = await findOwnPurchase(deps.db, input.buyerId, input.requestId);
  if (before.billReference !== input.billReferenceNumber) throw new Refusal('registration_mismatch');
  if (before.status !== 'COMPLETED') await queryPrompts(deps, before);
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

/** Queries M-PESA about the latest prompts of a purchase, including those that failed in the last day. */
export async function queryPrompts(deps: OrderDeps, { homeId }: Pick<Purchase, 'homeId'>): Promise<Order[]> {
  const asked = (await listOrders(deps.db, { homeId })).filter(canBeQueried).slice(0, ASKED_AT_ONCE);
  for (const order of asked) await pollOrder(deps, order, 'customer');
  return asked;
}

/** Searches M-PESA's list for the receipt of a payment that was completed without one. */
export async function findMissingReceipt(
  deps: OrderDeps,
  { homeId, mpesaReceipt }: Pick<Purchase, 'homeId' | 'mpesaReceipt'>,
): Promise<void> {
  if (mpesaReceipt !== null) return;
  const orders = await listOrders(deps.db, { homeId });
  for (const order of orders.filter(({ state }) => state === 'SUCCEEDED'))
    await pollOrder(deps, order, 'customer');
}

function canBeQueried({ state, providerIds, openSeconds }: Order): boolean {
  if (state === 'SENDING' || state === 'SENT' || state === 'UNKNOWN') return true;
  return state === 'FAILED' && providerIds.length > 0 && openSeconds < DAY_SECONDS;
}
