import {
  payFromWallet,
  purchaseDetails,
  registerBasket,
  registerTransaction,
  sayThanks,
  signup,
  startPurchase,
  startWithdrawal,
  userDetails,
} from '@zawadi/contract';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { payAtPayBill } from '@zawadi/story/pay-bill';
import {
  giftRegistration,
  payOutRequest,
  promptRequest,
  withdrawalRegistration,
} from '@zawadi/story/payment-requests';
import { DEMO_PASSWORD, verifyContacts, type SignedIn } from '@zawadi/story/people';
import { claim, readWallet } from '@zawadi/story/steps';
import { GREETINGS } from './cast.ts';
import type { Step } from './step.ts';
import { personOf, type HeldGift, type Stage } from './stage.ts';

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** Balance of a consumer's phone at sign-up: more than they spend in six months. */
const FULL_PHONE = 60_000;
const CODE = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/u;
const LINK = /\/v\/([\w.~-]+)/u;

/** Signs a consumer up and in, and verifies their contacts. */
export async function join({ past, bearerOf, users }: Stage, { consumer }: Of<'join'>): Promise<void> {
  const { api, sandbox } = past.world;
  const person = personOf(consumer);
  await api.call(signup, { body: { ...person, password: DEMO_PASSWORD } });
  const { user } = await verifyContacts(api, sandbox, person, await bearerOf({ consumer }));
  users.set(consumer, user);
  await sandbox.setBalance(person.phoneNumber, FULL_PHONE);
}

/** Buys a gift by STK push, successfully or not, and stores it for its recipient. */
export async function buyGift(stage: Stage, step: Of<'gift'>): Promise<void> {
  const { api, sandbox } = stage.past.world;
  const buyer = await signedIn(stage, step.buyer);
  const [cloth, message] = GREETINGS[step.greeting % GREETINGS.length] ?? GREETINGS[0];
  const recipient = personOf(step.recipient);
  const registration = giftRegistration(buyer, { recipient, amount: step.amount, message });
  const deliverAt = step.deliverAt?.toISOString();
  const registered = await api.call(
    registerTransaction,
    { body: { ...registration, cloth, ...(deliverAt !== undefined && { deliverAt }) } },
    buyer,
  );
  const isShort = step.payment === 'short of money';
  if (isShort) await sandbox.setBalance(buyer.phoneNumber, 40);
  await api.call(startPurchase, promptRequest(registered), buyer);
  const answer = step.payment === 'cancelled' ? ({ cancel: true } as const) : { pin: '1234' };
  await sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, answer);
  await stage.past.untilQuiet();
  if (isShort) await sandbox.setBalance(buyer.phoneNumber, FULL_PHONE);
  if (step.payment !== 'paid') return;
  const held = { requestId: registered.requestId, buyer: step.buyer, recipient: step.recipient };
  stage.gifts.set(step.gift, held);
  if (!step.deliverAt) await openGift(stage, step.gift);
}

/** Buys gifts of the same amount for several people with one STK push. */
export async function buyBasket(stage: Stage, step: Of<'basket'>): Promise<void> {
  const { api, sandbox } = stage.past.world;
  const buyer = await signedIn(stage, step.buyer);
  const gifts = step.recipients.map((number) => {
    const { firstName, lastName, phoneNumber, email } = personOf(number);
    const fullName = `${firstName} ${lastName}`;
    const recipient = { fullName, recipientMsisdn: phoneNumber, recipientEmail: email };
    return { ...recipient, amount: step.amount, message: 'Heri ya mwaka mpya!' };
  });
  const body = { partyA: buyer.phoneNumber, gifts };
  const registered = await api.call(registerBasket, { body }, buyer);
  await sandbox.setBalance(buyer.phoneNumber, FULL_PHONE);
  await api.call(startPurchase, promptRequest(registered), buyer);
  await sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { pin: '1234' });
  await stage.past.untilQuiet();
  const { requestId } = registered;
  for (const [index, recipient] of step.recipients.entries()) {
    const number = step.gift + index;
    stage.gifts.set(number, { requestId, buyer: step.buyer, recipient });
    await openGift(stage, number);
  }
}

/** Pays a gift from the buyer's wallet, if its balance is enough. */
export async function giveFromWallet(stage: Stage, step: Of<'gift from wallet'>): Promise<void> {
  const { api } = stage.past.world;
  const { gift, recipient, amount } = step;
  const buyer = await signedIn(stage, step.buyer);
  if ((await readWallet(stage.past.world, buyer)) < amount) return;
  const body = giftRegistration(buyer, { recipient: personOf(recipient), amount, message: 'Asante!' });
  const registered = await api.call(registerTransaction, { body }, buyer);
  const { requestId, billReferenceNumber } = registered;
  const proof = { password: DEMO_PASSWORD };
  const payment = { params: { requestId }, body: { amount, billReferenceNumber, ...proof } };
  await api.call(payFromWallet, payment, buyer);
  await stage.past.untilQuiet();
  stage.gifts.set(gift, { requestId, buyer: step.buyer, recipient });
  await openGift(stage, gift);
}

/**
 * Adds code and claim token to a gift, from its SMS. If the SMS has arrived, it is the newest that belongs to no other
 * gift.
 */
export async function openGift(
  { past, gifts }: Stage,
  number: number,
): Promise<(HeldGift & { code: string; claimToken: string }) | undefined> {
  const gift = gifts.get(number);
  if (!gift) return undefined;
  const { code, claimToken } = gift;
  if (code !== undefined && claimToken !== undefined) return { ...gift, code, claimToken };
  const { messages } = await past.world.sandbox.phone(personOf(gift.recipient).phoneNumber);
  const known = new Set([...gifts.values()].map((one) => one.code));
  for (const { text } of messages.toReversed()) {
    const [found] = CODE.exec(text) ?? [];
    const [, token] = LINK.exec(text) ?? [];
    if (found === undefined || token === undefined || known.has(found)) continue;
    const opened = { ...gift, code: found, claimToken: token };
    gifts.set(number, opened);
    return opened;
  }
  return undefined;
}

export async function claimGift(stage: Stage, step: { gift: number }): Promise<void> {
  const gift = await openGift(stage, step.gift);
  if (gift) await claim(stage.past.world, await signedIn(stage, gift.recipient), gift.claimToken);
}

export async function thank(stage: Stage, step: { gift: number }): Promise<void> {
  const gift = await openGift(stage, step.gift);
  if (!gift) return;
  const body = { claimToken: gift.claimToken, message: 'Asante sana! You made my day.' };
  await stage.past.world.api.call(sayThanks, { body });
}

/** Withdraws a percentage of the wallet's balance, rounded down to KES 50. */
export async function withdraw(stage: Stage, { consumer, percent }: Of<'withdraw'>): Promise<void> {
  const { api } = stage.past.world;
  const person = await signedIn(stage, consumer);
  const wallet = await readWallet(stage.past.world, person);
  const round = Math.floor((wallet * percent) / 100 / 50) * 50;
  // `npm run demo` finds its own withdrawal by its amount of KES 500, so avoid this amount.
  const amount = round === 500 ? 450 : round;
  if (amount < 100) return;
  const registered = await api.call(
    registerTransaction,
    { body: withdrawalRegistration(person, amount) },
    person,
  );
  await api.call(startWithdrawal, payOutRequest(person, registered), person);
}

/** Pays at the pay bill by hand, with a mistyped account number. */
export async function payAstray(stage: Stage, { consumer, amount }: Of<'stray payment'>): Promise<void> {
  const { world, deps } = stage.past;
  const payment = { msisdn: personOf(consumer).phoneNumber, amount, reference: 'ZAWADI' };
  await payAtPayBill(world.sandboxUrl, sandboxCredentials, payment);
  // `payAtPayBill` requested an M-PESA token, which invalidated the product's. This request makes the product renew it.
  await deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
}

async function signedIn({ past, bearerOf, users }: Stage, consumer: number): Promise<SignedIn> {
  const bearer = await bearerOf({ consumer });
  const user = users.get(consumer) ?? (await past.world.api.call(userDetails, { body: {} }, { bearer }));
  users.set(consumer, user);
  return { ...personOf(consumer), bearer, user };
}

/** Returns the voucher of a paid gift. */
export async function voucherOf(stage: Stage, gift: HeldGift): Promise<string> {
  const bearer = await stage.bearerOf({ consumer: gift.buyer });
  const params = { requestId: gift.requestId };
  const { voucher } = await stage.past.world.api.call(purchaseDetails, { params }, { bearer });
  if (!voucher) throw new Error(`the gift ${gift.requestId} has no voucher`);
  return voucher.id;
}
