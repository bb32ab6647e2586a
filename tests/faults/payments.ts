import {
  claimVoucher,
  payFromWallet,
  purchaseDetails,
  registerBasket,
  registerTransaction,
  startPurchase,
  startWithdrawal,
  withdrawalStatus,
  type PurchaseState,
  type WithdrawalState,
} from '@zawadi/contract';
import {
  giftRegistration,
  payOutRequest,
  promptRequest,
  withdrawalRegistration,
} from '@zawadi/story/payment-requests';
import type { Person, SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { basketGift } from '../../apps/api/src/testing/baskets.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import type { Surroundings } from './processes.ts';
import { letTimePass } from './time.ts';

export type Registration = { requestId: string; billReferenceNumber: string; amount: number };

/** Registers a purchase of a gift by a user, by default for themselves. */
export function registerGift(
  { api }: Surroundings,
  person: SignedIn,
  amount: number,
  recipient: Person = person,
): Promise<Registration> {
  const body = giftRegistration(person, { recipient, amount, message: 'Kwangu' });
  return api.call(registerTransaction, { body }, person);
}

/** Registers one purchase of several gifts by a user. */
export function registerGifts(
  { api }: Surroundings,
  person: SignedIn,
  gifts: readonly { recipient: Person; amount: number }[],
): Promise<Registration> {
  const described = gifts.map(({ recipient, amount }) => basketGift(amount, { to: recipient }));
  return api.call(registerBasket, { body: { partyA: person.phoneNumber, gifts: described } }, person);
}

/** Registers a withdrawal by a user to their own phone. */
export function registerWithdrawal(
  { api }: Surroundings,
  person: SignedIn,
  amount: number,
): Promise<Registration> {
  return api.call(registerTransaction, { body: withdrawalRegistration(person, amount) }, person);
}

/** Requests a prompt, and retries with the same ids until the API answers. */
export function pay({ api }: Surroundings, person: SignedIn, gift: Registration): Promise<PurchaseState> {
  return api.call(startPurchase, promptRequest({ ...gift, partyA: person.phoneNumber }), person);
}

/** Pays from the wallet, and retries with the same ids until the API answers. */
export function payByWallet(
  { api }: Surroundings,
  person: SignedIn,
  { requestId, amount, billReferenceNumber }: Registration,
): Promise<PurchaseState> {
  return api.call(payFromWallet, { params: { requestId }, body: { amount, billReferenceNumber } }, person);
}

/** Orders the pay-out, and retries with the same ids until the API answers. */
export function payOut(
  { api }: Surroundings,
  person: SignedIn,
  withdrawal: Registration,
): Promise<WithdrawalState> {
  return api.call(startWithdrawal, payOutRequest(person, withdrawal), person);
}

export function readPurchase(
  { api }: Surroundings,
  person: SignedIn,
  { requestId }: Registration,
): Promise<PurchaseState> {
  return api.call(purchaseDetails, { params: { requestId } }, person);
}

/** Waits until our books show the purchase in this state. */
export function untilPurchase(
  product: Surroundings,
  person: SignedIn,
  gift: Registration,
  status: PurchaseState['orderStatus'],
): Promise<PurchaseState> {
  return eventually(`a purchase that is ${status}`, async () => {
    const state = await readPurchase(product, person, gift);
    return state.orderStatus === status ? state : undefined;
  });
}

/** Waits until our books show the withdrawal in this state, without a query to M-PESA. */
export function untilWithdrawal(
  { owner }: Surroundings,
  { requestId }: Registration,
  status: WithdrawalState['orderStatus'],
): Promise<unknown> {
  return eventually(`a withdrawal that is ${status}`, async () => {
    const { rows } = await owner.query('select 1 from withdrawals where id = $1 and status = $2', [
      requestId,
      status,
    ]);
    return rows[0];
  });
}

/** Waits until the pay-out has reached the phone of a user who had bought themselves a gift. */
export async function untilPaidOut({ sandbox }: Surroundings, { phoneNumber }: SignedIn): Promise<void> {
  await eventually('money on the phone', async () => {
    const { balance } = await sandbox.phone(phoneNumber);
    return balance > 49_000 ? true : undefined;
  });
}

/**
 * Lets time pass until the withdrawal is completed. M-PESA answers status queries by callback, so each step needs a
 * sweep.
 */
export async function sweepUntilCompleted(product: Surroundings, { requestId }: Registration): Promise<void> {
  await eventually('a withdrawal that is COMPLETED', async () => {
    await letTimePass(product);
    const { rows } = await product.owner.query(
      `select 1 from withdrawals where id = $1 and status = 'COMPLETED'`,
      [requestId],
    );
    return rows[0];
  });
}

export function readWithdrawal(
  { api }: Surroundings,
  person: SignedIn,
  { requestId }: Registration,
): Promise<WithdrawalState> {
  return api.call(withdrawalStatus, { body: { requestId } }, person);
}

/** Creates a user with money in the wallet, from a gift that they bought themselves and claimed. */
export async function newWalletOwner(product: Surroundings, giftShillings = 1_000): Promise<SignedIn> {
  const person = await newConsumer(product);
  const gift = await registerGift(product, person, giftShillings);
  await pay(product, person, gift);
  await product.sandbox.answerPrompt(person.phoneNumber, gift.billReferenceNumber, { pin: '1234' });
  const { voucher } = await untilPurchase(product, person, gift, 'COMPLETED');
  await product.api.call(claimVoucher, { body: { claimToken: voucher?.claimToken ?? '' } }, person);
  return person;
}
