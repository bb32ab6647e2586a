import { randomInt } from 'node:crypto';
import {
  centsOf,
  feeShillings,
  NO_GIFT_MESSAGE,
  type HandlerAnswer,
  type HandlerInput,
  type registerTransaction,
} from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId, newRandomId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { readConsumerLimits } from '../../people/own-limits/index.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { readFeesAndLimits, requireTransactionLimit } from '../../services/settings/index.ts';
import { takeName, takeNames } from '../../services/unique-names/index.ts';
import { requireDeliveryMoment } from '../vouchers/index.ts';
import { insertPurchase } from './store.ts';

type Body = Extract<HandlerInput<typeof registerTransaction>['body'], { transactionType: 'purchase' }>;

/**
 * Stores a purchase before any money moves. No list shows it until its payment has started; otherwise it is deleted
 * after a day.
 * @throws Refusal not_found for another user's userId, not_available_here, transaction_limit and below_minimum_purchase;
 * delivery_moment_invalid for a delivery in the past or more than a year ahead
 */
export async function registerPurchase(
  deps: PaymentDeps,
  input: { buyerId: string; body: Body },
): Promise<HandlerAnswer<typeof registerTransaction>> {
  const { body, buyerId } = input;
  if (body.userId !== buyerId) throw new Refusal('not_found');
  const feesAndLimits = await readFeesAndLimits(deps);
  const { transaction } = await readConsumerLimits(deps.db, buyerId, feesAndLimits.limits);
  requireTransactionLimit({ limits: { maximumTransaction: transaction } }, body.amount);
  requireMinimum(feesAndLimits.limits.minimumPurchase, body.amount);
  await requireUnblockedNumbers(deps, body.partyA, body.recipientMsisdn);

  const deliverAt =
    body.deliverAt === undefined ? null : requireDeliveryMoment(body.deliverAt, deps.clock.now());
  const purchase = { id: newRandomId(), homeId: newId() };
  let billReference = newBillReference();
  await inTransaction(deps.db, async (tx) => {
    billReference = await reserveNames(tx, purchase, billReference);
    await insertPurchase(tx, {
      home_id: purchase.homeId,
      id: purchase.id,
      buyer_id: buyerId,
      amount_cents: centsOf(body.amount),
      fee_cents: centsOf(feeShillings(body.amount, feesAndLimits.fees.depositBasisPoints)),
      bill_reference: billReference,
      payer_msisdn: body.partyA,
      recipient_name: body.fullName,
      recipient_msisdn: body.recipientMsisdn,
      recipient_email: body.copyToBuyer ? '' : body.recipientEmail,
      copy_email: body.copyToBuyer ? body.recipientEmail : null,
      message: body.transactionDesc === NO_GIFT_MESSAGE ? '' : body.transactionDesc,
      cloth: body.cloth,
      deliver_at: deliverAt,
      shows_amount: body.showsAmount,
    });
  });
  return {
    requestId: purchase.id,
    amount: body.amount,
    partyA: body.partyA,
    billReferenceNumber: billReference,
    shortCode: deps.mpesaShortCode,
  };
}

function requireMinimum(minimum: number, amount: number): void {
  if (amount >= minimum) return;
  throw new Refusal(
    'below_minimum_purchase',
    {},
    `The smallest gift is KES ${minimum.toLocaleString('en-KE')}`,
  );
}

/**
 * Reserves the purchase's id and bill reference.
 * @returns the reserved bill reference: the first choice, or another if that is taken
 */
async function reserveNames(
  tx: Transaction,
  purchase: { id: string; homeId: string },
  firstChoice: string,
): Promise<string> {
  const target = { homeId: purchase.homeId, targetId: purchase.id };
  const [, isFree] = await takeNames(tx, [
    { kind: 'purchase', key: purchase.id, ...target },
    { kind: 'bill_reference', key: firstChoice, ...target },
  ]);
  if (isFree) return firstChoice;
  for (;;) {
    const reference = newBillReference();
    if (await takeName(tx, 'bill_reference', reference, target)) return reference;
  }
}

// Symbols of bill references, which people read aloud and type at a pay bill: no two look alike.
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** Makes a bill reference, which a consumer types as account number: 8 symbols; M-PESA allows 12. */
function newBillReference(): string {
  return Array.from({ length: LENGTH }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length))).join('');
}
