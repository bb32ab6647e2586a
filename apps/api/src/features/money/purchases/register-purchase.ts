import { randomInt } from 'node:crypto';
import {
  basketFees,
  centsOf,
  NO_GIFT_MESSAGE,
  type HandlerAnswer,
  type HandlerInput,
  type registerBasket,
  type registerTransaction,
} from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId, newRandomId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { readConsumerLimits } from '../../people/own-limits/index.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { readFeesAndLimits, requireFeature, requireTransactionLimit } from '../../services/settings/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { takeName, takeNames } from '../../services/unique-names/index.ts';
import { requireDeliveryMoment } from '../vouchers/index.ts';
import { insertPurchase } from './store.ts';

type Body = Extract<HandlerInput<typeof registerTransaction>['body'], { transactionType: 'purchase' }>;
type BasketBody = HandlerInput<typeof registerBasket>['body'];
type NewGift = BasketBody['gifts'][number];

/**
 * Stores the purchase of one gift before any money moves. No list shows it until its payment has started; otherwise it
 * is deleted after a day.
 * @throws Refusal not_found for another user's userId, not_available_here, transaction_limit and below_minimum_purchase;
 * delivery_moment_invalid for a delivery in the past or more than a year ahead
 */
export async function registerPurchase(
  deps: PaymentDeps,
  { buyerId, body }: { buyerId: string; body: Body },
): Promise<HandlerAnswer<typeof registerTransaction>> {
  if (body.userId !== buyerId) throw new Refusal('not_found');
  const message = body.transactionDesc === NO_GIFT_MESSAGE ? '' : body.transactionDesc;
  return register(deps, { buyerId, partyA: body.partyA, gifts: [{ ...body, message }] });
}

/**
 * Stores one purchase of several gifts; see `registerPurchase`. The limit on a transaction counts the sum.
 * @throws Refusal feature_off, and as `registerPurchase`
 */
export async function registerGiftBasket(
  deps: PaymentDeps,
  { buyerId, body }: { buyerId: string; body: BasketBody },
): Promise<HandlerAnswer<typeof registerBasket>> {
  await requireFeature(deps.db, 'basket');
  return register(deps, { buyerId, ...body });
}

async function register(
  deps: PaymentDeps,
  { buyerId, partyA, gifts }: { buyerId: string; partyA: string; gifts: NewGift[] },
): Promise<HandlerAnswer<typeof registerBasket>> {
  await requireNotStopped(deps.db, 'buying');
  const { fees, limits } = await readFeesAndLimits(deps);
  const { transaction } = await readConsumerLimits(deps.db, buyerId, limits);
  const amounts = gifts.map(({ amount }) => amount);
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  requireTransactionLimit({ limits: { maximumTransaction: transaction } }, sum);
  for (const amount of amounts) requireMinimum(limits.minimumPurchase, amount);
  await requireUnblockedNumbers(deps, partyA, ...gifts.map(({ recipientMsisdn }) => recipientMsisdn));

  const now = deps.clock.now();
  const moments = gifts.map(({ deliverAt }) =>
    deliverAt === undefined ? null : requireDeliveryMoment(deliverAt, now),
  );
  const { fee, shares } = basketFees(amounts, fees.depositBasisPoints);
  const purchase = { id: newRandomId(), homeId: newId() };
  const { homeId } = purchase;
  const rows = gifts.map((gift, n) => ({
    home_id: homeId,
    position: n + 1,
    voucher_id: gifts.length === 1 ? homeId : newId(),
    amount_cents: centsOf(gift.amount),
    fee_cents: centsOf(shares[n] ?? 0),
    recipient_name: gift.fullName,
    recipient_msisdn: gift.recipientMsisdn,
    recipient_email: gift.copyToBuyer ? '' : gift.recipientEmail,
    copy_email: gift.copyToBuyer ? gift.recipientEmail : null,
    message: gift.message,
    cloth: gift.cloth,
    deliver_at: moments[n] ?? null,
    shows_amount: gift.showsAmount,
  }));
  let billReference = newBillReference();
  await inTransaction(deps.db, async (tx) => {
    billReference = await reserveNames(tx, purchase, billReference);
    const head = {
      home_id: homeId,
      id: purchase.id,
      buyer_id: buyerId,
      amount_cents: centsOf(sum),
      fee_cents: centsOf(fee),
      bill_reference: billReference,
      payer_msisdn: partyA,
      gift_count: gifts.length,
    };
    await insertPurchase(tx, head, rows);
  });
  return {
    requestId: purchase.id,
    amount: sum,
    partyA,
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
