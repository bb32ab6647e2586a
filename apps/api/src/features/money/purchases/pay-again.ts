import { centsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isOpenState, listOrders, type Order, type OrderDeps } from '../../mpesa/orders/index.ts';
import { queryPrompts } from './confirm-payment.ts';
import { findWaitingReport } from './pay-bill-store.ts';
import { UNKNOWN_SEND_SECONDS } from './prompt-rules.ts';
import { findPurchase, type Purchase } from './store.ts';

// When a purchase may be paid again, by a prompt or from the wallet, after an earlier prompt.

/** A failure younger than this may still become a success: M-PESA must confirm it before the next prompt. */
const UNCONFIRMED_FAILURE_SECONDS = 300;

/**
 * Requires the amount and bill reference of the registration.
 * @throws Refusal registration_mismatch
 */
export function requireSameDetails(
  purchase: Purchase,
  body: { amount: number; billReferenceNumber: string },
): void {
  const isSame =
    purchase.amountCents === centsOf(body.amount) && purchase.billReference === body.billReferenceNumber;
  if (!isSame) throw new Refusal('registration_mismatch');
}

/**
 * Checks whether an earlier prompt was paid after all.
 * @throws Refusal provider_unavailable while M-PESA does not answer about a recently failed prompt
 */
export async function isPaidAfterAll(deps: OrderDeps, { homeId }: Purchase): Promise<boolean> {
  await queryPrompts(deps, { homeId });
  if ((await findPurchase(deps.db, homeId))?.status === 'COMPLETED') return true;
  const isDoubtful = (await listOrders(deps.db, { homeId })).some((order) => isUnconfirmed(deps, order));
  if (isDoubtful) throw new Refusal('provider_unavailable', { retryAfterSeconds: 10 });
  return false;
}

function isUnconfirmed(
  { clock }: OrderDeps,
  { state, providerIds, endedAt, failureConfirmedAt }: Order,
): boolean {
  if (state !== 'FAILED' || providerIds.length === 0 || !endedAt || failureConfirmedAt) return false;
  return clock.now().getTime() - endedAt.getTime() < UNCONFIRMED_FAILURE_SECONDS * 1_000;
}

/**
 * Returns false while an earlier prompt may still be answered, and while M-PESA is queried about a manual payment. A
 * late success of either still counts.
 */
export async function mayPayAgain(tx: Transaction, { homeId }: Purchase): Promise<boolean> {
  if ((await findWaitingReport(tx, homeId)) === 'CHECKING') return false;
  const [latest] = await listOrders(tx, { homeId });
  if (!latest || latest.state === 'FAILED') return true;
  return latest.state !== 'SENT' && isOpenState(latest.state) && latest.openSeconds >= UNKNOWN_SEND_SECONDS;
}
