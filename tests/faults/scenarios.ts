import { setTimeout as pause } from 'node:timers/promises';
import { claimVoucher, showCodeByLink, type CallAnswer } from '@zawadi/contract';
import { Refused } from '@zawadi/story/api-client';
import type { SignedIn } from '@zawadi/story/people';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import {
  pay,
  payOut,
  readPurchase,
  registerGift,
  registerWithdrawal,
  type Registration,
} from './payments.ts';
import type { Surroundings } from './processes.ts';
import type { Random } from './random.ts';
import { redeem, type Redemption } from './tills.ts';

/** Actions of a user, and the answers they got. */
export type Life = {
  person: SignedIn;
  gift: Registration;
  wasToldPaid: boolean;
  redemptions: Redemption[];
  claim?: CallAnswer<typeof claimVoucher>;
  withdrawals: Registration[];
};

const PATIENCE_MS = 5_000;
const TRIES = 2;

/**
 * A user buys themselves a gift, spends some of it at a till, adds the rest to the wallet and withdraws. Retries every
 * request with the same ids until it is answered, and sends some twice at once.
 */
export async function live(product: Surroundings, basic: string, random: Random): Promise<Life> {
  const person = await newConsumer(product);
  const gift = await registerGift(product, person, 100 * (1 + random.below(30)));
  const life: Life = { person, gift, wasToldPaid: false, redemptions: [], withdrawals: [] };
  const claimToken = await buy(product, person, gift);
  if (claimToken === undefined) return life;
  life.wasToldPaid = true;
  await spend(product, basic, random, { life, claimToken });
  const claims = await Promise.all(
    [1, 2].map(() => product.api.call(claimVoucher, { body: { claimToken } }, person)),
  );
  [life.claim] = claims;
  await withdraw(product, random, life);
  return life;
}

/** @returns the claim token of the paid gift; undefined if the payment is not confirmed soon */
async function buy(product: Surroundings, person: SignedIn, gift: Registration): Promise<string | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      await pay(product, person, gift);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!['already_paid', 'prompt_open', 'payment_rejected'].includes(error.code)) throw error;
    }
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(250)) {
      const { orderStatus, voucher } = await readPurchase(product, person, gift);
      if (orderStatus === 'COMPLETED') return voucher?.claimToken;
      if (orderStatus === 'CANCELED') break;
    }
  }
  return undefined;
}

async function spend(
  product: Surroundings,
  basic: string,
  random: Random,
  { life, claimToken }: { life: Life; claimToken: string },
): Promise<void> {
  const { code } = await product.api.call(showCodeByLink, { body: { claimToken } });
  for (let n = random.below(4); n > 0; n -= 1) {
    const wanted = { code, key: `${life.gift.requestId}/${n}`, amount: 1 + random.below(20) };
    const [first, second] = await Promise.all([1, 2].map(() => redeem(product, basic, wanted)));
    if (!first || JSON.stringify(first.answer) !== JSON.stringify(second?.answer))
      throw new Error(`the same key was answered differently: ${JSON.stringify([first, second])}`);
    life.redemptions.push({ ...wanted, answer: first.answer });
  }
}

/** Withdraws up to three times, each time a different amount. */
async function withdraw(product: Surroundings, random: Random, life: Life): Promise<void> {
  let left = life.claim?.amount ?? 0;
  for (const least of [10, 30, 50]) {
    const amount = least + random.below(20);
    if (amount > left) return;
    left -= amount;
    const withdrawal = await registerWithdrawal(product, life.person, amount);
    life.withdrawals.push(withdrawal);
    try {
      await Promise.all([1, 2].map(() => payOut(product, life.person, withdrawal)));
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'withdrawal_canceled')) throw error;
    }
  }
}
