import { sentGifts, type SentGift } from '@zawadi/contract';
import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import { expect } from 'vitest';
import { newConsumer } from '../../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../../testing/gifts.ts';
import type { TestSystem } from '../../../../testing/test-system.ts';
import { until } from '../../../../testing/until.ts';

/** Buys a gift as a new consumer. */
export async function sendGift(
  system: TestSystem,
  recipient: Person = newPerson('Kip', 'Rotich'),
): Promise<{ buyer: SignedIn; gift: Gift }> {
  const buyer = await newConsumer(system);
  return { buyer, gift: await makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient }) };
}

/** Reads the buyer's latest gift, as the list *Gifts I sent* shows it. */
export async function giftOf(system: TestSystem, buyer: SignedIn): Promise<SentGift | undefined> {
  return (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts[0];
}

/** Waits until the list shows this state of the gift's SMS or mail. */
export function untilState(
  system: TestSystem,
  buyer: SignedIn,
  [channel, state]: ['sms' | 'email', string],
): Promise<SentGift | undefined> {
  return until(async () => {
    const gift = await giftOf(system, buyer);
    expect(gift?.messages[channel]).toMatchObject({ state });
    return gift;
  });
}

/** Posts to a callback URL. */
export async function post(url: string, body: string, contentType: string): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
  await response.text();
  return response.status;
}
