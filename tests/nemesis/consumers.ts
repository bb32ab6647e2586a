import { setTimeout as pause } from 'node:timers/promises';
import { claimVoucher, confirmPayment, showCodeByLink, startWithdrawal } from '@zawadi/contract';
import { Refused } from '@zawadi/story/api-client';
import { payOutRequest } from '@zawadi/story/payment-requests';
import { signIn } from '@zawadi/story/people';
import { request } from '@zawadi/story/request';
import { ZawadiConnectionError, ZawadiRefusal } from '@zawadi/sdk';
import {
  pay,
  payByWallet,
  payOut,
  readPurchase,
  readWithdrawal,
  registerGift,
  registerGifts,
  registerWithdrawal,
} from '../faults/payments.ts';
import { addPurchase, type Bought, type ClientBook, type Consumer } from './client-book.ts';
import type { System } from './system.ts';

export type Play = { system: System; book: ClientBook; isOver: () => boolean };

const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 400;

/**
 * Codes of refusals that may occur at any time during faults or concurrent work. They mean that nothing happened.
 */
const PASSING = new Set([
  'prompt_open',
  'payment_rejected',
  'provider_unavailable',
  'payment_pending',
  'too_many_requests',
  'withdrawals_paused',
  'overloaded',
]);

/** Codes of refusals after which a client retries a redemption. */
const RETRYABLE_REFUSALS = new Set(['idempotency_key_in_use', 'overloaded', 'too_many_requests']);

/** Buys gifts for the user, spends some, adds the rest to the wallet and withdraws, until the run ends. */
export async function runConsumer(play: Play, consumer: Consumer): Promise<void> {
  const phone = answerPhone(play, consumer);
  while (!play.isOver()) {
    const bought = await buy(play, consumer);
    if (bought) for (const claimToken of bought.claimTokens) await use(play, consumer, bought, claimToken);
    await pause(consumer.random.below(600));
  }
  await phone;
}

/** Answers every prompt on the phone: mostly with the PIN, sometimes not at all. */
export async function answerPhone(
  { system, isOver }: Play,
  { phoneNumber, random }: Pick<Consumer, 'phoneNumber' | 'random'>,
): Promise<void> {
  const ignored = new Set<string>();
  for (; !isOver(); await pause(LOOK_EVERY_MS)) {
    const { prompts } = await system.sandbox.phone(phoneNumber).catch(() => ({ prompts: [] }));
    for (const { checkoutRequestId, accountReference } of prompts) {
      if (ignored.has(checkoutRequestId)) continue;
      const chance = random.below(20);
      if (chance === 0) ignored.add(checkoutRequestId);
      const answer = chance < 3 ? ({ cancel: true } as const) : { pin: '1234' };
      if (chance > 0)
        await system.sandbox.answerPrompt(phoneNumber, accountReference, answer).catch(() => undefined);
    }
  }
}

async function buy(play: Play, consumer: Consumer): Promise<Bought | undefined> {
  const { system, book } = play;
  const { random } = consumer;
  const gifts = Array.from({ length: random.below(4) === 0 ? 2 + random.below(2) : 1 }, () => ({
    recipient: random.below(3) === 0 ? random.oneOf(book.callers) : consumer,
    amount: 20 + random.below(2_000),
  }));
  const [first] = gifts;
  if (!first) return undefined;
  const isBasket = gifts.length > 1;
  const registered = await persist(play, consumer, () =>
    isBasket
      ? registerGifts(system, consumer, gifts)
      : registerGift(system, consumer, first.amount, first.recipient),
  );
  if (!registered) return undefined;
  const bought = addPurchase(book, consumer, registered, { isBasket });
  await payFor(play, consumer, bought);
  await follow(play, consumer, bought);
  if (bought.told === 'CANCELED' && random.below(2) === 0 && !play.isOver()) {
    await persist(play, consumer, () => pay(system, consumer, bought));
    await follow(play, consumer, bought);
  }
  return bought;
}

/** Pays by hand at the pay bill, from the wallet if there is enough in it, or by a prompt. */
async function payFor(play: Play, consumer: Consumer, bought: Bought): Promise<void> {
  const { system } = play;
  const chance = consumer.random.below(10);
  if (chance === 0) {
    // After a lost answer, the consumer checks their M-PESA messages instead of paying twice.
    const { amount, billReferenceNumber: reference } = bought;
    await system.payAtPayBill({ msisdn: consumer.phoneNumber, amount, reference }).catch(() => undefined);
    return;
  }
  const paid =
    chance > 5 ? await persist(play, consumer, () => payByWallet(system, consumer, bought)) : undefined;
  bought.isFromWallet = paid?.paidBy === 'wallet';
  if (paid === undefined) await persist(play, consumer, () => pay(system, consumer, bought));
}

/** Polls a purchase until it is final or a deadline passes, sometimes with *Fetch Payment*. */
async function follow(play: Play, consumer: Consumer, bought: Bought): Promise<void> {
  const { system } = play;
  for (const deadline = Date.now() + PATIENCE_MS; ; await pause(LOOK_EVERY_MS)) {
    if (consumer.random.below(4) === 0) await fetchPayment(play, consumer, bought);
    const state = await persist(play, consumer, () => readPurchase(system, consumer, bought));
    if (state) tell(play, bought, state.orderStatus);
    if (state)
      bought.claimTokens = (state.gifts ?? [state]).flatMap(({ voucher }) => voucher?.claimToken ?? []);
    const isEnd = state?.orderStatus === 'COMPLETED' || state?.orderStatus === 'CANCELED';
    if (isEnd || Date.now() > deadline || play.isOver()) return;
  }
}

function tell({ book }: Play, ordered: { requestId: string; told: string }, status: string): void {
  if (ordered.told === 'COMPLETED' && status !== 'COMPLETED')
    book.contradictions.push(`${ordered.requestId} was COMPLETED and is ${status}`);
  ordered.told = status;
}

function fetchPayment(play: Play, consumer: Consumer, { requestId, billReferenceNumber }: Bought) {
  const input = { headers: { 'x-requestid': requestId }, body: { billReferenceNumber } };
  return persist(play, consumer, () =>
    play.system.api.call(confirmPayment, input, consumer).catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'payment_canceled')) throw error;
    }),
  );
}

async function use(play: Play, consumer: Consumer, bought: Bought, claimToken: string): Promise<void> {
  const { system, book } = play;
  const { random } = consumer;
  const shown = await persist(play, consumer, () =>
    system.api.call(showCodeByLink, { body: { claimToken } }),
  );
  const shop = random.oneOf(book.shops);
  if (shown && random.below(3) > 0) {
    const amount = 1 + random.below(Math.max(1, Math.floor(bought.amount / 2)));
    await spend(play, consumer, { shop, code: shown.code, key: claimToken, amount });
  }
  // Leave a quarter of the vouchers unclaimed, so that administrators can refund them.
  if (random.below(4) === 0) return;
  const claims = await Promise.all(
    [1, 2].map(() =>
      persist(play, consumer, () => system.api.call(claimVoucher, { body: { claimToken } }, consumer)),
    ),
  );
  const [claim] = claims.filter((one) => one !== undefined);
  if (!claim) return;
  book.claims.push({ consumer, id: claim.voucherId, amount: claim.amount });
  const amount = Math.min(claim.amount, 10 + random.below(Math.max(1, claim.amount)));
  const { walletBalance: all } = claim;
  // Two withdrawals of the whole wallet at once: one of them has to be refused.
  const amounts = random.below(3) === 0 ? [all, all] : [amount];
  await Promise.all(amounts.filter((one) => one >= 10).map((one) => withdraw(play, consumer, one)));
}

async function spend(
  { book }: Play,
  { random }: Consumer,
  {
    shop,
    code,
    key,
    amount,
  }: { shop: ClientBook['shops'][number]; code: string; key: string; amount: number },
): Promise<void> {
  const redeem = () =>
    untilAnswered(() => shop.zawadi.vouchers.redeem(code, { amount }, { idempotencyKey: key }));
  const [first, second] = await Promise.all(random.below(2) === 0 ? [redeem(), redeem()] : [redeem()]);
  const again = second ?? (random.below(3) === 0 ? await redeem() : first);
  if (!first || !again) return;
  if (JSON.stringify(first) !== JSON.stringify(again))
    book.contradictions.push(`the key ${key} was answered differently`);
  book.sales.push({ shop, ...first.redemption, left: first.balance, isReversed: false, code, key });
}

/** Repeats a request under the same key until there is an answer, which may be a refusal. */
async function untilAnswered<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isRefusal = error instanceof ZawadiRefusal;
      if (!isRefusal && !(error instanceof ZawadiConnectionError)) throw error;
      if (isRefusal && !RETRYABLE_REFUSALS.has(error.code)) return undefined;
      await pause(200);
    }
  }
}

async function withdraw(play: Play, consumer: Consumer, amount: number): Promise<void> {
  const { system, book } = play;
  const { random } = consumer;
  const registered = await persist(play, consumer, () => registerWithdrawal(system, consumer, amount));
  if (!registered) return;
  const withdrawal = { ...registered, consumer, told: 'REGISTERED' };
  book.withdrawals.push(withdrawal);
  if (random.below(3) === 0) {
    // Ignore the answer, like a consumer who closes the page although the withdrawal may have succeeded.
    await request(system.api.baseUrl, startWithdrawal, payOutRequest(consumer, registered), {
      credentials: consumer,
      timeoutMs: 1_500,
    }).catch(() => undefined);
    return;
  }
  const orders = [1, 2].map(() => persist(play, consumer, () => payOut(system, consumer, registered)));
  const answers = (await Promise.all(orders)).flatMap((state) => state?.orderStatus ?? []);
  // Of two concurrent answers, either may be older, so prefer one that is not pending.
  tell(play, withdrawal, answers.find((status) => status !== 'PENDING') ?? answers[0] ?? 'REGISTERED');
  for (const deadline = Date.now() + PATIENCE_MS; withdrawal.told === 'PENDING'; await pause(LOOK_EVERY_MS)) {
    if (Date.now() > deadline || play.isOver()) return;
    const state = await persist(play, consumer, () => readWithdrawal(system, consumer, registered));
    if (state) tell(play, withdrawal, state.orderStatus);
  }
}

/**
 * Retries a request with the same ids until it is answered. Signs the consumer in again if the session has ended.
 * @returns undefined if the answer is a refusal, which means that nothing happened
 */
async function persist<Answer>(
  { system, book, isOver }: Play,
  consumer: Consumer,
  call: () => Promise<Answer>,
): Promise<Answer | undefined> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status >= 500) book.failures += 1;
      if (error.status >= 500 && tries < 10) await pause(500);
      else if (error.status === 401 && tries < 10)
        consumer.bearer = await signIn(system.api, consumer).catch(() => consumer.bearer);
      else if (!PASSING.has(error.code) || tries >= 3 || isOver()) return undefined;
      await pause(500);
    }
  }
}
