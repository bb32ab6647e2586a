import { randomUUID } from 'node:crypto';
import {
  adminLogin,
  holdVoucher,
  redeemAtTill,
  runSettlements,
  updatePayoutChannel,
  type HandlerAnswer,
  type TillRedemption,
} from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, type SignedIn } from '@zawadi/story/people';
import { buyGift, openTill, readGift, type World } from '@zawadi/story/steps';
import type { Shop } from './shops.ts';

type OpenShop = Shop & { bearer: string };
export type Sale = { firstName: string; lastName: string; amount: number };

export const SALES = [
  { firstName: 'Brian', lastName: 'Otieno', amount: 300 },
  { firstName: 'Grace', lastName: 'Wambui', amount: 450 },
  { firstName: 'Hassan', lastName: 'Abdi', amount: 120 },
] as const;

/** Buys a gift for each sale, and redeems the sale's amount of it at a shop's till, one after the other. */
export async function sell(
  world: World,
  { bearer }: OpenShop,
  buyer: SignedIn,
  sales: readonly Sale[],
): Promise<TillRedemption[]> {
  const done: TillRedemption[] = [];
  for (const [index, { firstName, lastName, amount }] of sales.entries()) {
    const recipient = newPerson(firstName, lastName);
    // M-PESA refuses the same amount from the same phone within two minutes.
    const value = amount * 2 + index;
    await buyGift(world, buyer, { recipient, amount: value, message: 'Asante', cloth: 'asante' });
    const { code } = await readGift(world, recipient);
    const body = { code, amount, attemptId: randomUUID() };
    done.push(await world.api.call(redeemAtTill, { body }, { bearer }));
  }
  return done;
}

/** Sets a shop's payout to a phone. A shop's first payout channel takes effect at once. */
export async function payToPhone({ api }: World, { bearer }: OpenShop, msisdn: string): Promise<void> {
  const channel = { kind: 'mpesa', msisdn } as const;
  await api.call(updatePayoutChannel, { body: { password: DEMO_PASSWORD, channel } }, { bearer });
}

/** Sets a shop's payout to a bank account number too long for M-PESA, so that an administrator pays it at the bank. */
export async function payAtBank({ api }: World, { bearer }: OpenShop): Promise<void> {
  const channel = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01234567890123' } as const;
  await api.call(updatePayoutChannel, { body: { password: DEMO_PASSWORD, channel } }, { bearer });
}

/** Settles everything that a shop has redeemed so far, and waits until the settlement is paid. */
export async function settle({ api }: World, { merchantCode }: Shop): Promise<void> {
  const credentials = { email: 'admin@zawadi.test', password: DEMO_PASSWORD };
  const { accessToken: bearer } = await api.call(adminLogin, { body: credentials });
  await api.call(runSettlements, { body: { merchantCode, upTo: 'now' } }, { bearer });
}

type Held = HandlerAnswer<typeof holdVoucher> & { claimToken: string };

/** Gives Brian Otieno KES 950, of which a shop's own system holds KES 400 for an order. */
export async function holdFor(world: World, shop: Shop, buyer: SignedIn): Promise<Held> {
  const recipient = newPerson('Brian', 'Otieno');
  await buyGift(world, buyer, { recipient, amount: 1_000, message: 'Asante', cloth: 'asante' });
  const { code, claimToken } = await readGift(world, recipient);
  const basic = await openTill(world, shop.merchantCode);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { amount: 400, reference: 'order 7', expires_in_minutes: 60 };
  const held = await world.api.call(holdVoucher, { params: { id: code }, headers, body }, { basic });
  return { ...held, claimToken };
}
