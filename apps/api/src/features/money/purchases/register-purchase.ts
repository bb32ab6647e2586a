import { randomInt } from 'node:crypto';
import {
  basketFees,
  centsOf,
  NO_GIFT_MESSAGE,
  type FeesAndLimits,
  type HandlerAnswer,
  type HandlerInput,
  type registerBasket,
  type registerTransaction,
} from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId, newRandomId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Deps } from '../../../config/deps.ts';
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
/** A gift as its buyer describes it. Without an email address, `recipientEmail` is empty. */
export type NewGift = BasketBody['gifts'][number];

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
  await requireUnblockedNumbers(deps, partyA, ...gifts.map(({ recipientMsisdn }) => recipientMsisdn));
  const feesAndLimits = await readFeesAndLimits(deps);
  const ids = { id: newRandomId(), homeId: newId() };
  const registration = { ...ids, buyerId, partyA, gifts, feesAndLimits, isByUssd: false };
  const { amountShillings, billReference } = await inTransaction(deps.db, (tx) =>
    registerIn(tx, deps, registration),
  );
  return {
    requestId: ids.id,
    amount: amountShillings,
    partyA,
    billReferenceNumber: billReference,
    shortCode: deps.mpesaShortCode,
  };
}

type Registration = {
  /** Id that the buyer sees, and id of the rows' home. */
  id: string;
  homeId: string;
  buyerId: string;
  /** 254XXXXXXXXX, the phone that is to pay. */
  partyA: string;
  gifts: NewGift[];
  /** Without the consumer's own. */
  feesAndLimits: FeesAndLimits;
  isByUssd: boolean;
};

/**
 * Stores a purchase in the caller's transaction. The caller has checked the stop of buying and the block list.
 * @throws Refusal transaction_limit, below_minimum_purchase, delivery_moment_invalid
 */
export async function registerIn(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  { id, homeId, buyerId, partyA, gifts, feesAndLimits: { fees, limits }, isByUssd }: Registration,
): Promise<{ amountShillings: number; feeShillings: number; billReference: string }> {
  const { transaction } = await readConsumerLimits(tx, buyerId, limits);
  const amounts = gifts.map(({ amount }) => amount);
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  requireTransactionLimit({ limits: { maximumTransaction: transaction } }, sum);
  for (const amount of amounts) requireMinimum(limits.minimumPurchase, amount);

  const now = deps.clock.now();
  const moments = gifts.map(({ deliverAt }) =>
    deliverAt === undefined ? null : requireDeliveryMoment(deliverAt, now),
  );
  const { fee, shares } = basketFees(amounts, fees.depositBasisPoints);
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
    language: gift.language ?? null,
  }));
  const billReference = await reserveNames(tx, { id, homeId }, newBillReference());
  const head = {
    home_id: homeId,
    id,
    buyer_id: buyerId,
    amount_cents: centsOf(sum),
    fee_cents: centsOf(fee),
    bill_reference: billReference,
    payer_msisdn: partyA,
    gift_count: gifts.length,
    is_by_ussd: isByUssd,
  };
  await insertPurchase(tx, head, rows);
  return { amountShillings: sum, feeShillings: fee, billReference };
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
