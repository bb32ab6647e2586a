import {
  centsOf,
  type HandlerInput,
  type PurchaseState,
  type startPurchase as endpoint,
} from '@zawadi/contract';
import { databaseIn, databaseMoment, databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { readFeesAndLimits } from '../../control/settings/index.ts';
import { lockUser, requireVerifiedPhone } from '../../access/users/index.ts';
import { describePurchase } from './describe-purchase.ts';
import { findOwnPurchase } from './find-own-purchase.ts';
import { requirePromptAllowed } from './prompt-rules.ts';
import { sendPrompt } from './send-prompt.ts';
import { insertAttempt, latestAttempt, lockPurchase, updatePurchase, type Purchase } from './store.ts';

type Input = { buyerId: string; requestId: string; body: HandlerInput<typeof endpoint>['body'] };

/**
 * Asks M-PESA to prompt the payer. The intent is committed before M-PESA is called; on a purchase that is pending
 * already the answer is repeated without a second prompt.
 * @throws Refusal as the contract lists them
 */
export async function startPurchase(deps: PaymentDeps, input: Input): Promise<PurchaseState> {
  const own = await findOwnPurchase(deps.db, input.buyerId, input.body.transactionId);
  if (input.requestId !== own.id) throw new Refusal('registration_mismatch');
  requireSameDetails(own, input.body);

  const attempt = { id: newId(), token: newCallbackToken() };
  const dailyLimitCents = centsOf((await readFeesAndLimits(deps)).limits.daily);
  const isOurs = await inTransaction(deps.db, (tx) =>
    openAttempt(tx, { ...input, homeId: own.homeId, attempt, dailyLimitCents }),
  );
  if (isOurs) {
    const refusal = await sendPrompt(deps, {
      homeId: own.homeId,
      attemptId: attempt.id,
      token: attempt.token,
      msisdn: input.body.partyA,
      amountShillings: input.body.amount,
      billReference: own.billReference,
    });
    if (refusal) throw refusal;
  }
  return describePurchase(deps, own.homeId);
}

type Opening = Input & { homeId: string; attempt: { id: string; token: string }; dailyLimitCents: bigint };

/** @returns false when a prompt of this purchase is under way already */
async function openAttempt(tx: Transaction, input: Opening): Promise<boolean> {
  const user = await lockUser(tx, input.buyerId);
  const purchase = await lockPurchase(tx, input.homeId);
  if (purchase.status === 'COMPLETED') throw new Refusal('already_paid');
  // A commit whose answer was lost is run again: the attempt it made is ours.
  if (purchase.status === 'PENDING') return (await latestAttempt(tx, input.homeId))?.id === input.attempt.id;

  requireVerifiedPhone(user);
  const payerMsisdn = input.body.partyA;
  const isOwnPhone = payerMsisdn === user.phoneMsisdn;
  const { homeId, buyerId } = input;
  const { amountCents } = purchase;
  await requirePromptAllowed(tx, {
    homeId,
    attemptId: input.attempt.id,
    buyerId,
    payerMsisdn,
    isOwnPhone,
    amountCents,
    dailyLimitCents: input.dailyLimitCents,
  });
  await insertAttempt(tx, {
    home_id: homeId,
    id: input.attempt.id,
    purchase_id: purchase.id,
    payer_msisdn: payerMsisdn,
    is_own_phone: isOwnPhone,
    amount_cents: amountCents,
    created_at: databaseMoment,
    next_query_at: databaseIn(60),
  });
  await openCallback(tx, input.attempt.token, { purpose: 'stk_result', homeId, targetId: input.attempt.id });
  await updatePurchase(tx, homeId, {
    status: 'PENDING',
    failure_reason: null,
    payer_msisdn: payerMsisdn,
    pending_since: databaseNow,
  });
  await publishHint(tx, { userId: buyerId, topic: 'purchase', id: purchase.id });
  return true;
}

function requireSameDetails(purchase: Purchase, body: Input['body']): void {
  const isSame =
    purchase.amountCents === centsOf(body.amount) && purchase.billReference === body.billReferenceNumber;
  if (!isSame) throw new Refusal('registration_mismatch');
}
