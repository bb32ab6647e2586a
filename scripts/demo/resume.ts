import { setTimeout as sleep } from 'node:timers/promises';
import { confirmPayment, history, purchaseDetails, startPurchase, withdrawalStatus } from '@zawadi/contract';
import type { Activity, PurchaseState } from '@zawadi/contract';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { Refused } from '@zawadi/story/api-client';
import { payAtPayBill } from '@zawadi/story/pay-bill';
import { promptRequest } from '@zawadi/story/payment-requests';
import type { SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { buyGift, claim, withdraw, type World } from '@zawadi/story/steps';

/**
 * World of a demo run that may continue an interrupted run, for example after kill -9. Each step first checks whether
 * its results exist.
 */
export type ResumedWorld = World & { sandboxUrl: string; say: (line: string) => void };

const PATIENCE_MS = 300_000;
const LOOK_AGAIN_MS = 250;
/** Maximum time until a prompt that M-PESA accepted is on the phone. */
const PROMPT_COMES_WITHIN_MS = 5_000;

type Gift = Parameters<typeof buyGift>[2];

/** Buys a gift, or completes the purchase that an earlier run began. */
export async function ensureGift(world: ResumedWorld, buyer: SignedIn, gift: Gift): Promise<void> {
  const begun = await findActivity(world, buyer, 'GIFT_PURCHASE', gift.amount);
  if (!begun) {
    await buyGift(world, buyer, gift);
    return;
  }
  const { bearer } = buyer;
  const deadline = Date.now() + PATIENCE_MS;
  for (let silentSince = Date.now(); Date.now() < deadline;) {
    const purchase = await world.api.call(
      purchaseDetails,
      { params: { requestId: begun.entityId } },
      { bearer },
    );
    if (purchase.orderStatus === 'COMPLETED') return;
    if (purchase.orderStatus === 'CANCELED') {
      await promptAgain(world, buyer, purchase);
      silentSince = Date.now();
    } else if (await isAskedOnPhone(world, buyer, purchase)) {
      await world.sandbox.answerPrompt(buyer.phoneNumber, purchase.billReferenceNumber, { pin: '1234' });
    } else if (Date.now() - silentSince > PROMPT_COMES_WITHIN_MS && !(await isPaid(world, buyer, purchase))) {
      // The earlier run ended after it stored the intent and before it sent the prompt. So pay the same bill by hand.
      const { amount, billReferenceNumber: reference } = purchase;
      const payment = { msisdn: buyer.phoneNumber, amount, reference };
      await payAtPayBill(world.sandboxUrl, sandboxCredentials, payment);
    }
    await fetchPayment(world, buyer, purchase);
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error(`the gift of KES ${gift.amount} is still not paid`);
}

/** Claims a gift, unless it is already claimed. */
export async function ensureClaimed(world: World, recipient: SignedIn, claimToken: string): Promise<void> {
  await claim(world, recipient, claimToken).catch(ignoreRefusal('voucher_claimed'));
}

/** Withdraws, or waits for the withdrawal that an earlier run began. */
export async function ensureWithdrawn(world: World, person: SignedIn, amount: number): Promise<void> {
  const begun = await findActivity(world, person, 'WITHDRAWAL', amount);
  if (!begun || begun.orderStatus === 'CANCELED') {
    await withdraw(world, person, amount);
    return;
  }
  const { bearer } = person;
  await eventually('the withdrawal', async () => {
    const body = { requestId: begun.entityId };
    const { orderStatus } = await world.api.call(withdrawalStatus, { body }, { bearer });
    return orderStatus === 'PENDING' ? undefined : orderStatus;
  });
}

/** @returns an error handler that ignores this refusal, for steps that were already done */
export function ignoreRefusal(code: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Refused && error.code === code)) throw error;
  };
}

async function findActivity(
  { api }: World,
  { bearer }: SignedIn,
  type: Activity['transactionType'],
  amount: number,
): Promise<Activity | undefined> {
  const { activities } = await api.call(history, { query: { type, limit: 100 } }, { bearer });
  return activities.find((one) => one.amount === amount);
}

async function promptAgain(world: ResumedWorld, buyer: SignedIn, purchase: PurchaseState): Promise<void> {
  try {
    await world.api.call(startPurchase, promptRequest(purchase), { bearer: buyer.bearer });
  } catch (error) {
    if (!(error instanceof Refused && error.retryAfterSeconds > 0)) throw error;
    world.say(
      `  M-PESA takes the same payment again in ${error.retryAfterSeconds} s; the history goes on then …`,
    );
    await sleep(error.retryAfterSeconds * 1_000);
  }
}

async function isAskedOnPhone(
  { sandbox }: World,
  { phoneNumber }: SignedIn,
  { billReferenceNumber }: PurchaseState,
): Promise<boolean> {
  const { prompts } = await sandbox.phone(phoneNumber);
  return prompts.some((prompt) => prompt.accountReference === billReferenceNumber);
}

/** M-PESA confirms a payment by SMS, even if its callback has not reached us yet. */
async function isPaid(
  { sandbox }: World,
  { phoneNumber }: SignedIn,
  { billReferenceNumber }: PurchaseState,
): Promise<boolean> {
  const { messages } = await sandbox.phone(phoneNumber);
  return messages.some(({ text }) => text.includes(billReferenceNumber));
}

async function fetchPayment(
  { api }: World,
  { bearer }: SignedIn,
  { requestId, billReferenceNumber }: PurchaseState,
): Promise<void> {
  const request = { headers: { 'x-requestid': requestId }, body: { billReferenceNumber } };
  await api.call(confirmPayment, request, { bearer }).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
}
