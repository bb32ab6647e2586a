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
import { openOrder, sendOrder, type OrderDeps, type SendOutcome } from '../../mpesa/orders/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { readFeesAndLimits, requireTransactionLimit } from '../../services/settings/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { readConsumerLimits } from '../../people/own-limits/index.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { lockUser, requireVerifiedPhone } from '../../people/users/index.ts';
import { describePurchase } from './describe-purchase.ts';
import { findOwnPurchase } from './find-own-purchase.ts';
import { isPaidAfterAll, mayPayAgain, requireSameDetails } from './pay-again.ts';
import { requirePromptAllowed } from './prompt-rules.ts';
import { findPurchase, lockPurchase, updatePurchase } from './store.ts';

type Input = { buyerId: string; requestId: string; body: HandlerInput<typeof endpoint>['body'] };

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
  if (own.status !== 'PENDING') {
    await requireNotStopped(deps.db, 'buying');
    await requireUnblockedNumbers(deps, input.body.partyA);
  }

  const orderId = newId();
  const { limits } = await readFeesAndLimits(deps);
  const isNew = await inTransaction(deps.db, (tx) =>
    openPrompt(tx, { buyerId: input.buyerId, partyA: input.body.partyA, homeId, orderId, limits }),
  );
  const refusal = isNew
    ? refusalFor(await sendOrder(deps, { kind: 'purchase', homeId, id: orderId }))
    : undefined;
  if (refusal) throw refusal;
  return describe();
}

type Opening = {
  buyerId: string;
  /** 254XXXXXXXXX, the phone that is prompted. */
  partyA: string;
  homeId: string;
  orderId: string;
  /** Without the consumer's own. */
  limits: Limits;
};

/**
 * Stores the order of a new prompt in the caller's transaction, after which the caller sends it.
 * @returns false if the purchase already has an open prompt
 * @throws Refusal already_paid, phone_not_verified, transaction_limit, and as `requirePromptAllowed`
 */
export async function openPrompt(tx: Transaction, input: Opening): Promise<boolean> {
  const user = await lockUser(tx, input.buyerId);
  const purchase = await lockPurchase(tx, input.homeId);
  if (purchase.status === 'COMPLETED') throw new Refusal('already_paid');
  if (purchase.status === 'PENDING' && !(await mayPayAgain(tx, purchase))) return false;

  requireVerifiedPhone(user);
  const { homeId, buyerId, orderId, partyA: payerMsisdn } = input;
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
    prompt_again_at: null,
  });
  await publishHint(tx, { userId: buyerId, topic: 'purchase', id: purchase.id });
  return true;
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
