import { randomUUID } from 'node:crypto';
import {
  adminLogin,
  claimVoucher,
  confirmPayment,
  dashboardStats,
  merchantDetails,
  merchantLogin,
  purchaseDetails,
  redeemVoucher,
  registerTransaction,
  startPurchase,
  startWithdrawal,
  trialBalance,
  updateMerchantSecret,
  withdrawalStatus,
} from '@zawadi/contract';
import { Refused, type ApiClient } from './api-client.ts';
import {
  giftRegistration,
  payOutRequest,
  promptRequest,
  withdrawalRegistration,
} from './payment-requests.ts';
import { DEMO_PASSWORD, type Person, type SignedIn } from './people.ts';
import { eventually, pollBriefly, type SandboxControl } from './sandbox-control.ts';

export type World = { api: ApiClient; sandbox: SandboxControl };

/** A server that dies while sending a prompt may never have sent it. The buyer may retry only after five minutes. */
const NEW_PROMPT_WITHIN_MS = 6 * 60_000;
/** Much shorter than five minutes, so that the buyer retries soon after the five minutes end. */
const PROMPT_WITHIN_MS = 15_000;

type Gift = {
  recipient: Person;
  amount: number;
  message: string;
  cloth: 'plain' | 'asante' | 'birthday';
  deliverAt?: string;
};

/** Orders a gift by STK push and answers the prompt on the payer's phone, without waiting for the payment's result. */
export async function orderGift(
  { api, sandbox }: World,
  buyer: SignedIn,
  gift: Gift,
): Promise<{ requestId: string; billReferenceNumber: string }> {
  const { bearer, phoneNumber } = buyer;
  const registered = await api.call(registerTransaction, { body: giftRegistration(buyer, gift) }, { bearer });
  const prompt = promptRequest(registered);
  await eventually(
    'a prompt that is answered',
    async () => {
      await api.call(startPurchase, prompt, { bearer });
      const { billReferenceNumber } = registered;
      await sandbox.answerPrompt(phoneNumber, billReferenceNumber, { pin: '1234' }, PROMPT_WITHIN_MS);
      return true;
    },
    NEW_PROMPT_WITHIN_MS,
  );
  return registered;
}

/** Buys a gift, and repeats *Fetch Payment* until the gift is paid. */
export async function buyGift(
  world: World,
  buyer: SignedIn,
  gift: Gift,
): Promise<{ requestId: string; mpesaReceipt: string | undefined }> {
  const { api } = world;
  const { bearer } = buyer;
  const { requestId, billReferenceNumber } = await orderGift(world, buyer, gift);
  const headers = { 'x-requestid': requestId };
  const paid = await eventually('the payment', () =>
    unlessPending(api.call(confirmPayment, { headers, body: { billReferenceNumber } }, { bearer })),
  );
  // A status query completes the payment without its receipt. The callback may bring the receipt a moment later, or
  // never.
  const mpesaReceipt =
    paid.mpesaReceipt ??
    (await pollBriefly(async () => (await readPurchase(api, requestId, bearer)).mpesaReceipt));
  return { requestId, mpesaReceipt };
}

function readPurchase(api: ApiClient, requestId: string, bearer: string) {
  return api.call(purchaseDetails, { params: { requestId } }, { bearer });
}

async function unlessPending<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refused && error.code === 'payment_pending') return undefined;
    throw error;
  }
}

/**
 * Reads the newest SMS about a gift, as the recipient does.
 * @param value in whole shillings, to select one of several gifts
 */
export async function readGift(
  { sandbox }: World,
  recipient: Person,
  value?: number,
): Promise<{ code: string; claimToken: string }> {
  const about = value === undefined ? '' : `KES ${value.toLocaleString('en-KE')}\\b.*`;
  const written = new RegExp(`${about}\\b([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})`, 'u');
  const link = new RegExp(`${about}/v/([\\w.~-]+)`, 'u');
  const [, code = ''] = await sandbox.sms(recipient.phoneNumber, written);
  const [, claimToken = ''] = await sandbox.sms(recipient.phoneNumber, link);
  return { code, claimToken };
}

/** Signs the demo merchant in and makes a new API secret. */
export async function openTill({ api }: World, merchantCode: string): Promise<string> {
  const { accessToken: bearer } = await api.call(merchantLogin, {
    body: { merchantCode, password: DEMO_PASSWORD },
  });
  const { apiKey = '' } = await api.call(merchantDetails, { body: { merchantCode } }, { bearer });
  const { apiSecret } = await api.call(updateMerchantSecret, { body: { apiKey } }, { bearer });
  return `${apiKey}:${apiSecret}`;
}

/** Redeems a part of a voucher twice with the same idempotency key: the second answer repeats the first. */
export async function redeemTwice(
  { api }: World,
  basic: string,
  code: string,
  amount: number,
): Promise<{ balance: number }> {
  const request = { params: { id: code }, headers: { 'idempotency-key': randomUUID() }, body: { amount } };
  const first = await api.send(redeemVoucher, request, { basic });
  const second = await api.send(redeemVoucher, request, { basic });
  if (second.headers.get('idempotent-replayed') !== 'true')
    throw new Error('the repetition was not a replay');
  if (JSON.stringify(first.answer) !== JSON.stringify(second.answer)) throw new Error('the replay differs');
  return { balance: first.answer.balance };
}

/** Adds the rest of a gift to its recipient's wallet; returns the wallet's balance in shillings. */
export async function claim(
  { api }: World,
  recipient: SignedIn,
  claimToken: string,
): Promise<{ walletBalance: number }> {
  return api.call(claimVoucher, { body: { claimToken } }, { bearer: recipient.bearer });
}

/** Withdraws to the person's own phone and waits until M-PESA has paid. */
export async function withdraw(
  { api, sandbox }: World,
  person: SignedIn,
  amount: number,
): Promise<{ received: number; walletBalance: number; transactionCode: string | undefined }> {
  const { bearer, phoneNumber: msisdn } = person;
  const { balance: before } = await sandbox.phone(msisdn);
  const registered = await api.call(
    registerTransaction,
    { body: withdrawalRegistration(person, amount) },
    { bearer },
  );
  const { requestId } = registered;
  await api.call(startWithdrawal, payOutRequest(person, registered), { bearer });
  const done = await eventually('the pay-out', async () => {
    const state = await api.call(withdrawalStatus, { body: { requestId } }, { bearer });
    if (state.orderStatus === 'CANCELED')
      throw new Error(`the withdrawal was canceled: ${state.failureReason}`);
    return state.orderStatus === 'COMPLETED' ? state : undefined;
  });
  const { balance: after } = await sandbox.phone(msisdn);
  return {
    received: after - before,
    walletBalance: done.walletBalance,
    transactionCode: done.transactionCode,
  };
}

/** Reads the balance of the wallet, in shillings. */
export async function readWallet({ api }: World, person: SignedIn): Promise<number> {
  const stats = await api.call(
    dashboardStats,
    { body: { userId: person.user.id } },
    { bearer: person.bearer },
  );
  return stats.walletBalance;
}

/** Signs an administrator in and reads the stored balances by kind, in cents. */
export async function readTrialBalance({ api }: World, email: string) {
  const { accessToken: bearer } = await api.call(adminLogin, { body: { email, password: DEMO_PASSWORD } });
  return api.call(trialBalance, { query: {} }, { bearer });
}
