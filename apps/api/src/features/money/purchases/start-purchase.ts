import {
  centsOf,
  shillingsOf,
  type HandlerInput,
  type Limits,
  type PurchaseState,
  type startPurchase as endpoint,
} from '@zawadi/contract';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  isOpenState,
  listOrders,
  openOrder,
  sendOrder,
  type Order,
  type OrderDeps,
  type SendOutcome,
} from '../../mpesa/orders/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { readFeesAndLimits, requireTransactionLimit } from '../../services/settings/index.ts';
import { readConsumerLimits } from '../../people/own-limits/index.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { lockUser, requireVerifiedPhone } from '../../people/users/index.ts';
import { queryPrompts } from './confirm-payment.ts';
import { describePurchase } from './describe-purchase.ts';
import { findOwnPurchase } from './find-own-purchase.ts';
import { findWaitingReport } from './pay-bill-store.ts';
import { requirePromptAllowed, UNKNOWN_SEND_SECONDS } from './prompt-rules.ts';
import { findPurchase, lockPurchase, updatePurchase, type Purchase } from './store.ts';

type Input = { buyerId: string; requestId: string; body: HandlerInput<typeof endpoint>['body'] };

/** A failure younger than this may still become a success: M-PESA must confirm it before the next prompt. */
const UNCONFIRMED_FAILURE_SECONDS = 300;

/**
 * Makes M-PESA prompt the payer. Commits the order before the request to M-PESA. Answers for a pending purchase
 * without a second prompt. A retry first checks whether an earlier prompt was paid after all.
 * @throws Refusal as the contract lists them
 */
export async function startPurchase(deps: OrderDeps, input: Input): Promise<PurchaseState> {
  const own = await findOwnPurchase(deps.db, input.buyerId, input.body.transactionId);
  if (input.requestId !== own.id) throw new Refusal('registration_mismatch');
  requireSameDetails(own, input.body);
  const { homeId } = own;
  const describe = async () => describePurchase(deps, (await findPurchase(deps.db, homeId)) ?? own);
  if (own.status === 'CANCELED' && (await isPaidAfterAll(deps, own))) return describe();
  // A repeated request gets the state of its payment, which goes on.
  if (own.status !== 'PENDING') await requireUnblockedNumbers(deps, input.body.partyA);

  const orderId = newId();
  const { limits } = await readFeesAndLimits(deps);
  const isNew = await inTransaction(deps.db, (tx) => openPrompt(tx, { ...input, homeId, orderId, limits }));
  const refusal = isNew
    ? refusalFor(await sendOrder(deps, { kind: 'purchase', homeId, id: orderId }))
    : undefined;
  if (refusal) throw refusal;
  return describe();
}

/**
 * Checks whether an earlier prompt was paid after all.
 * @throws Refusal provider_unavailable while M-PESA does not answer about a recently failed prompt
 */
async function isPaidAfterAll(deps: OrderDeps, { homeId }: Purchase): Promise<boolean> {
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

type Opening = Input & { homeId: string; orderId: string; limits: Limits };

/**
 * Stores the order of a new prompt.
 * @returns false if the purchase already has an open prompt
 */
async function openPrompt(tx: Transaction, input: Opening): Promise<boolean> {
  const user = await lockUser(tx, input.buyerId);
  const purchase = await lockPurchase(tx, input.homeId);
  if (purchase.status === 'COMPLETED') throw new Refusal('already_paid');
  if (purchase.status === 'PENDING' && !(await mayPromptAgain(tx, purchase))) return false;

  requireVerifiedPhone(user);
  const { homeId, buyerId, orderId } = input;
  const payerMsisdn = input.body.partyA;
  const isOwnPhone = payerMsisdn === user.phoneMsisdn;
  const { amountCents } = purchase;
  const own = await readConsumerLimits(tx, buyerId, input.limits);
  requireTransactionLimit({ limits: { maximumTransaction: own.transaction } }, shillingsOf(amountCents));
  await requirePromptAllowed(tx, {
    homeId,
    orderId,
    buyerId,
    payerMsisdn,
    isOwnPhone,
    amountCents,
    dailyLimitCents: centsOf(own.purchasesDaily),
  });
  await openOrder(tx, {
    kind: 'purchase',
    homeId,
    id: orderId,
    ownerId: purchase.id,
    party: payerMsisdn,
    isOwnPhone,
    amountCents,
  });
  await updatePurchase(tx, homeId, {
    status: 'PENDING',
    failure_reason: null,
    payer_msisdn: payerMsisdn,
    pending_since: databaseNow,
  });
  await publishHint(tx, { userId: buyerId, topic: 'purchase', id: purchase.id });
  return true;
}

/**
 * Returns false while an earlier prompt may still be answered, and while M-PESA is queried about a manual payment. A
 * late success of either still counts.
 */
async function mayPromptAgain(tx: Transaction, { homeId }: Purchase): Promise<boolean> {
  if ((await findWaitingReport(tx, homeId)) === 'CHECKING') return false;
  const [latest] = await listOrders(tx, { homeId });
  if (!latest || latest.state === 'FAILED') return true;
  return latest.state !== 'SENT' && isOpenState(latest.state) && latest.openSeconds >= UNKNOWN_SEND_SECONDS;
}

function refusalFor(outcome: SendOutcome): Refusal | undefined {
  switch (outcome) {
    case 'sent':
    case 'unknown':
    case 'not_needed':
      return undefined;
    case 'subscriber_locked':
      return new Refusal('prompt_open', { retryAfterSeconds: 60 });
    case 'not_sent':
    case 'throttled':
    case 'token_refused':
      return new Refusal('provider_unavailable', { retryAfterSeconds: 10 });
    default:
      return new Refusal('payment_rejected');
  }
}

function requireSameDetails(purchase: Purchase, body: Input['body']): void {
  const isSame =
    purchase.amountCents === centsOf(body.amount) && purchase.billReference === body.billReferenceNumber;
  if (!isSame) throw new Refusal('registration_mismatch');
}
