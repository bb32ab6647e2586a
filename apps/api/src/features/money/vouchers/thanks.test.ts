import { sayThanks, sentGifts, viewVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function thank({ claimToken }: Pick<Gift, 'claimToken'>, message: string) {
  return system.call(sayThanks, { body: { claimToken, message } });
}

test('a recipient’s thanks reach the buyer by SMS and email, and stay with the gift', async () => {
  const buyer = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id });
  const viewed = () => system.call(viewVoucher, { params: { claimToken: gift.claimToken } });
  expect((await viewed()).answer.canBeThanked).toBe(true);
  expect((await thank(gift, 'Asante sana!')).outcome).toBe('ok');
  await system.sandbox.sms(buyer.phoneNumber, /Kip Rotich says thanks for your gift: "Asante sana/u);
  await system.sandbox.mail(buyer.email, /Asante sana!/u);
  expect((await viewed()).answer.canBeThanked).toBe(false);
  const [sent] = (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts;
  expect(sent?.thanks).toMatchObject({ message: 'Asante sana!' });
});

test('S167 sends thanks once, however often the button is pressed', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => thank(gift, 'Asante')));
  expect(outcomes.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
  expect(await thank(gift, 'Asante')).toMatchObject({ status: 409, outcome: 'already_thanked' });
});

test('a buyer who has switched messages off gets no message, but sees the thanks with the gift', async () => {
  const buyer = await newConsumer(system);
  await system.owner.query('update users set notifications = false, email_alerts = false where id = $1', [
    buyer.user.id,
  ]);
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id });
  await thank(gift, 'Asante');
  const { rows } = await system.owner.query('select 1 from outbox where dedupe_key = $1', [
    `gift-thanks:${gift.voucherId}`,
  ]);
  expect(rows).toEqual([]);
  expect((await system.call(sentGifts, { query: {} }, buyer)).answer.gifts[0]?.thanks?.message).toBe(
    'Asante',
  );
});

test('refuses empty thanks, too long thanks and thanks for an unknown gift', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  for (const message of ['', '  ', 'x'.repeat(201), 'a\nb']) {
    expect(await thank(gift, message)).toMatchObject({ status: 422, outcome: 'validation_failed' });
  }
  expect(await thank({ claimToken: 'unknown' }, 'Asante')).toMatchObject({
    status: 404,
    outcome: 'voucher_not_found',
  });
});
