import {
  claimVoucher,
  purchaseDetails,
  registerTransaction,
  startPurchase,
  startWithdrawal,
  withdrawalStatus,
  type PurchaseState,
  type WithdrawalState,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import type { Product } from './processes.ts';

export type Registration = { requestId: string; billReferenceNumber: string; amount: number };

/** Somebody registers a purchase of a gift to themselves. */
export function registerGift(product: Product, person: SignedIn, amount: number): Promise<Registration> {
  return register(product, person, amount, 'purchase');
}

export function registerWithdrawal(
  product: Product,
  person: SignedIn,
  amount: number,
): Promise<Registration> {
  return register(product, person, amount, 'withdraw');
}

function register(
  { api }: Product,
  person: SignedIn,
  amount: number,
  transactionType: 'purchase' | 'withdraw',
): Promise<Registration> {
  const body = {
    userId: person.user.id,
    amount,
    recipientMsisdn: person.phoneNumber,
    recipientEmail: person.email,
    partyA: person.phoneNumber,
    fullName: `${person.firstName} ${person.lastName}`,
    transactionType,
    transactionDesc: 'Kwangu',
    paymentMethod: 'mpesa' as const,
  };
  return api.call(registerTransaction, { body }, person);
}

/** Asks for a prompt, again and again with the same ids until the API answers. */
export function pay({ api }: Product, person: SignedIn, gift: Registration): Promise<PurchaseState> {
  const { requestId, billReferenceNumber, amount } = gift;
  return api.call(
    startPurchase,
    {
      headers: { 'x-requestid': requestId },
      body: { transactionId: requestId, amount, partyA: person.phoneNumber, billReferenceNumber },
    },
    person,
  );
}

/** Orders the pay-out, again and again with the same ids until the API answers. */
export function payOut(
  { api }: Product,
  person: SignedIn,
  withdrawal: Registration,
): Promise<WithdrawalState> {
  const { requestId, billReferenceNumber, amount } = withdrawal;
  return api.call(
    startWithdrawal,
    {
      headers: { 'x-requestid': requestId },
      body: { userId: person.user.id, amount, msisdn: person.phoneNumber, billReferenceNumber },
    },
    person,
  );
}

export function readPurchase(
  { api }: Product,
  person: SignedIn,
  { requestId }: Registration,
): Promise<PurchaseState> {
  return api.call(purchaseDetails, { params: { requestId } }, person);
}

/** Waits until our books say so. */
export function untilPurchase(
  product: Product,
  person: SignedIn,
  gift: Registration,
  status: PurchaseState['orderStatus'],
): Promise<PurchaseState> {
  return eventually(`a purchase that is ${status}`, async () => {
    const state = await readPurchase(product, person, gift);
    return state.orderStatus === status ? state : undefined;
  });
}

/** Waits until our books say so. Our own look asks M-PESA nothing. */
export function untilWithdrawal(
  { owner }: Product,
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

export function readWithdrawal(
  { api }: Product,
  person: SignedIn,
  { requestId }: Registration,
): Promise<WithdrawalState> {
  return api.call(withdrawalStatus, { body: { requestId } }, person);
}

/** Somebody with money in the wallet: they bought themselves a gift and claimed it. */
export async function newWalletOwner(product: Product, giftShillings = 1_000): Promise<SignedIn> {
  const person = await newConsumer(product);
  const gift = await registerGift(product, person, giftShillings);
  await pay(product, person, gift);
  await product.sandbox.answerPrompt(person.phoneNumber, gift.billReferenceNumber, { pin: '1234' });
  const { voucher } = await untilPurchase(product, person, gift, 'COMPLETED');
  await product.api.call(claimVoucher, { body: { claimToken: voucher?.claimToken ?? '' } }, person);
  return person;
}
