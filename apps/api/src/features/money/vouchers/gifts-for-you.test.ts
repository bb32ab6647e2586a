import { claimVoucher, receivedGifts, showCode, type ReceivedGift } from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function giftsFor(person: SignedIn, query: { show?: 'open' | 'all' } = {}): Promise<ReceivedGift[]> {
  return (await system.call(receivedGifts, { query }, { bearer: person.bearer })).answer.gifts;
}

function ask(person: SignedIn, voucherId: string) {
  return system.call(showCode, { body: { voucherId } }, { bearer: person.bearer });
}

test('lists received gifts to either verified contact, newest first, with their balance', async () => {
  const me = await newConsumer(system);
  const byPhone = await makeGift(system, {
    amount: 1_000,
    recipient: { ...newPerson('A', 'B'), phoneNumber: me.phoneNumber },
  });
  const byEmail = await makeGift(system, {
    amount: 500,
    recipient: { ...newPerson('A', 'B'), email: me.email },
  });
  await makeGift(system, { amount: 700 });
  await redeem(system, await newTill(system), byPhone.code, { amount: 150 });
  const gifts = await giftsFor(me);
  expect(gifts.map(({ voucherId }) => voucherId)).toEqual([byEmail.voucherId, byPhone.voucherId]);
  expect(gifts[1]).toMatchObject({
    status: 'PARTIALLY_REDEEMED',
    value: 950,
    balance: 800,
    senderName: 'Neema Achieng',
    message: 'Hongera',
    lastFour: byPhone.code.slice(-4),
    claimToken: byPhone.claimToken,
    isThanked: false,
  });
  // The redemption opens the other gift, once the worker has announced it.
  expect(gifts[0]).toMatchObject({ isOpened: false });
});

test('a received gift reveals only its sender’s name', async () => {
  const [me, sender] = [await newConsumer(system), await newConsumer(system)];
  await makeGift(system, { amount: 1_000, recipient: me, buyerId: sender.user.id });
  const seen = JSON.stringify(await giftsFor(me));
  for (const secret of [sender.email, sender.phoneNumber, sender.user.id]) expect(seen).not.toContain(secret);
});

test('a user with an unverified contact sees neither gifts nor codes sent to it', async () => {
  const me = await newConsumer(system, { phone: false, email: false });
  const gift = await makeGift(system, { amount: 1_000, recipient: me });
  expect(await giftsFor(me)).toEqual([]);
  expect(await ask(me, gift.voucherId)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
});

test('S148 only the recipient can show a gift’s code, which opens the gift', async () => {
  const [me, other, buyer] = [
    await newConsumer(system),
    await newConsumer(system),
    await newConsumer(system),
  ];
  const gift = await makeGift(system, { amount: 1_000, recipient: me, buyerId: buyer.user.id });
  for (const person of [other, buyer]) {
    expect(await ask(person, gift.voucherId)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  }
  const { answer } = await ask(me, gift.voucherId);
  expect(answer.code.replaceAll('-', '')).toBe(gift.code);
  await system.sandbox.mail(buyer.email, /Kip Rotich has seen your gift/u);
});

test('a gift without value shows no code and is not in the list of open gifts', async () => {
  const me = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient: me });
  await system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, { bearer: me.bearer });
  expect(await ask(me, gift.voucherId)).toMatchObject({ status: 409, outcome: 'voucher_claimed' });
  expect(await giftsFor(me, { show: 'open' })).toEqual([]);
  expect(await giftsFor(me)).toMatchObject([{ status: 'CLAIMED', balance: 0 }]);
});

test('each page of received gifts continues after the last page', async () => {
  const me = await newConsumer(system);
  for (const amount of [100, 200, 300]) await makeGift(system, { amount, recipient: me });
  await system.owner.query('update vouchers set deliver_at = issued_at where recipient_email = $1', [
    me.email,
  ]);
  const first = await system.call(receivedGifts, { query: { limit: 2 } }, { bearer: me.bearer });
  const { nextCursor: cursor } = first.answer;
  const second = await system.call(receivedGifts, { query: { limit: 2, cursor } }, { bearer: me.bearer });
  const values = [...first.answer.gifts, ...second.answer.gifts].map(({ value }) => value);
  expect(values).toEqual([285, 190, 95]);
  expect(second.answer.nextCursor).toBeUndefined();
});
