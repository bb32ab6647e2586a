import { randomUUID } from 'node:crypto';
import { redeemVoucher } from '@zawadi/contract';
import { newPerson, welcome, type SignedIn } from '@zawadi/story/people';
import { orderGift, readGift, type World } from '@zawadi/story/steps';
import { runCallers } from './callers.ts';
import type { Sample } from './rounds.ts';
import { openScreen, type Screen } from './screen.ts';

export const BUYERS = 24;
/** Parallel sign-ups. The API hashes two passwords at a time, so more would only wait. */
const SIGN_UPS_AT_ONCE = 4;

/** Amount of the cheapest gift, in shillings. Each gift has its own recipient, who opens it and spends a part. */
const CHEAPEST_GIFT = 50;
/**
 * Number of different amounts. M-PESA refuses the same amount from one phone for two minutes, and in that time a buyer
 * buys fewer gifts than this. The money on the phone pays for all amounts.
 */
const AMOUNTS = 500;
const SPENT = 20;

export type Buyer = SignedIn & { screen: Screen };

const bought = new Map<Buyer, number>();

/** Signs up buyers. @returns people with money on their phones, each with an open page */
export async function signUpBuyers({ api, sandbox }: World): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  while (buyers.length < BUYERS) {
    const some = Array.from({ length: SIGN_UPS_AT_ONCE }, async () => {
      const person = await welcome(api, sandbox, newPerson('Neema', 'Achieng'));
      return { ...person, screen: await openScreen(api, person) };
    });
    buyers.push(...(await Promise.all(some)));
  }
  return buyers;
}

/**
 * Buys gifts, each buyer one after the other. Each gift is registered, prompted, paid, shown to the buyer, announced to
 * the recipient by SMS, and partly redeemed.
 * @param till value of a merchant's authorization header
 */
export function buyGifts(
  world: World,
  { buyers, till, seconds }: { buyers: Buyer[]; till: string; seconds: number },
): Promise<Sample> {
  const basic = Buffer.from(till.replace('Basic ', ''), 'base64').toString();
  return runCallers(buyers.length, seconds, async (caller) => {
    const buyer = buyers[caller];
    if (!buyer) return false;
    const recipient = newPerson('Kip', 'Rotich');
    const count = bought.get(buyer) ?? 0;
    bought.set(buyer, count + 1);
    const amount = CHEAPEST_GIFT + (count % AMOUNTS);
    const gift = { recipient, amount, message: 'Hongera', cloth: 'plain' as const };
    const { requestId } = await orderGift(world, buyer, gift);
    await buyer.screen.untilPaid(requestId);
    const { code } = await readGift(world, recipient);
    const headers = { 'idempotency-key': randomUUID() };
    const request = { params: { id: code }, headers, body: { amount: SPENT } };
    await world.api.send(redeemVoucher, request, { basic });
    return true;
  });
}
