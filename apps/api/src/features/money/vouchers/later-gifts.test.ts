import {
  correctRecipient,
  purchaseDetails,
  receivedGifts,
  registerTransaction,
  sentGifts,
  viewVoucher,
} from '@zawadi/contract';
import { newPerson, type Person } from '@zawadi/story/people';
import { giftRegistration } from '@zawadi/story/payment-requests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { deliverGifts, remindOfExpiry } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const HOUR_MS = 3_600_000;
const inDays = (days: number) =>
  new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + days * 24 * HOUR_MS).toISOString();

async function textsTo({ phoneNumber }: Pick<Person, 'phoneNumber'>): Promise<string[]> {
  return (await system.sandbox.phone(phoneNumber)).messages.map(({ text }) => text);
}

async function reachDeliveryMoment({ voucherId }: Gift): Promise<void> {
  await system.owner.query(`update vouchers set deliver_at = now() - interval '1 second' where id = $1`, [
    voucherId,
  ]);
}

test('A39 S156 a scheduled gift is neither sent, shown nor spent before its delivery moment', async () => {
  const [buyer, recipient] = [await newConsumer(system), await newConsumer(system)];
  const deliverAt = inDays(7);
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient, deliverAt });
  expect(await deliverGifts(system.deps)).toBe(0);
  expect(await textsTo(recipient)).toEqual([]);
  const viewed = await system.call(viewVoucher, { params: { claimToken: gift.claimToken } });
  expect(viewed.outcome).toBe('voucher_not_yet_delivered');
  expect((await redeem(system, await newTill(system), gift.code)).outcome).toBe('voucher_not_yet_delivered');
  expect((await system.call(receivedGifts, { query: {} }, recipient)).answer.gifts).toEqual([]);
  const [sent] = (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts;
  expect(sent).toMatchObject({ deliverAt, isDelivered: false, canBeResent: false, canBeCorrected: true });
});

test('notifies the recipient of a due gift once, however many workers run', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient, deliverAt: inDays(7) });
  await reachDeliveryMoment(gift);
  const delivered = await Promise.all([1, 2, 3, 4].map(() => deliverGifts(system.deps)));
  expect(delivered.reduce((sum, one) => sum + one)).toBe(1);
  await system.sandbox.sms(recipient.phoneNumber, /sent you a gift of KES 950/u);
  expect(await deliverGifts(system.deps)).toBe(0);
  expect(await textsTo(recipient)).toHaveLength(1);
  expect((await system.call(receivedGifts, { query: {} }, recipient)).answer.gifts).toHaveLength(1);
});

test('S414 a scheduled gift’s validity counts from the day of delivery', async () => {
  const deliverAt = inDays(200);
  const gift = await makeGift(system, { amount: 1_000, deliverAt });
  const { rows } = await system.owner.query<{ months: number }>(
    `select extract(epoch from expires_at - $2::timestamptz) / 86400 / 30.4375 as months from vouchers where id = $1`,
    [gift.voucherId, deliverAt],
  );
  expect(Number(rows[0]?.months)).toBeCloseTo(24, 0);
});

test('accepts as delivery moment only a full hour within the next year', async () => {
  const me = await newConsumer(system);
  const recipient = newPerson('Kip', 'Rotich');
  const ask = (deliverAt: string) => {
    const body = { ...giftRegistration(me, { amount: 100, recipient }), deliverAt };
    return system.call(registerTransaction, { body }, me);
  };
  for (const moment of [inDays(-1), inDays(370)]) {
    expect(await ask(moment)).toMatchObject({ status: 422, outcome: 'delivery_moment_invalid' });
  }
  for (const nonsense of ['tomorrow', '2026-12-25', inDays(3).replace(':00:00', ':30:00')]) {
    expect(await ask(nonsense)).toMatchObject({ status: 422, outcome: 'validation_failed' });
  }
  const { answer } = await ask(inDays(3));
  const state = await system.call(purchaseDetails, { params: { requestId: answer.requestId } }, me);
  expect(state.answer.deliverAt).toBe(inDays(3));
});

test('a scheduled gift that is corrected before its delivery reaches the new recipient', async () => {
  const buyer = await newConsumer(system);
  const [wrong, right] = [newPerson('Kip', 'Rotich'), newPerson('Kim', 'Rotich')];
  const gift = await makeGift(system, {
    amount: 1_000,
    buyerId: buyer.user.id,
    recipient: wrong,
    deliverAt: inDays(7),
  });
  const body = {
    voucherId: gift.voucherId,
    fullName: 'Kim Rotich',
    recipientMsisdn: right.phoneNumber,
    recipientEmail: right.email,
  };
  expect((await system.call(correctRecipient, { body }, buyer)).outcome).toBe('ok');
  expect(await textsTo(right)).toEqual([]);
  await reachDeliveryMoment(gift);
  await deliverGifts(system.deps);
  await system.sandbox.sms(right.phoneNumber, /sent you a gift/u);
  expect(await textsTo(wrong)).toEqual([]);
});

async function expiresIn({ voucherId }: Gift, days: number): Promise<void> {
  await system.owner.query(
    `update vouchers set expires_at =
       (date_trunc('day', now() at time zone 'Africa/Nairobi') + make_interval(days => $2 + 1) - interval '1 millisecond')
         at time zone 'Africa/Nairobi'
     where id = $1`,
    [voucherId, days],
  );
}

test('S157 reminds recipients 30, 7 and 1 days before a voucher expires, each time once', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  const gift = await makeGift(system, { amount: 1_000, recipient });
  await system.sandbox.sms(recipient.phoneNumber, /sent you/u);
  let told = 0;
  for (const [days, isDue] of [
    [31, false],
    [30, true],
    [29, false],
    [8, false],
    [7, true],
    [2, false],
    [1, true],
    [0, false],
  ] as const) {
    await expiresIn(gift, days);
    // Moves the sent reminders to the voucher's new expiry.
    await system.owner.query(
      `update voucher_reminders r set expires_at = v.expires_at from vouchers v 
       where v.id = r.voucher_id and v.id = $1`,
      [gift.voucherId],
    );
    await Promise.all([remindOfExpiry(system.deps), remindOfExpiry(system.deps)]);
    if (isDue) told += 1;
    await until(async () => {
      const reminders = (await textsTo(recipient)).filter((text) => text.includes('is left on your gift'));
      expect([days, reminders.length]).toEqual([days, told]);
    });
  }
});

test('sends no reminder about a spent or undelivered gift', async () => {
  const [spent, waiting] = [
    await makeGift(system, { amount: 100 }),
    await makeGift(system, { amount: 100, deliverAt: inDays(5) }),
  ];
  await redeem(system, await newTill(system), spent.code);
  for (const gift of [spent, waiting]) await expiresIn(gift, 7);
  expect(await remindOfExpiry(system.deps)).toBe(0);
});
