import {
  claimVoucher,
  correctRecipient,
  recipients,
  resendGift,
  reverseRedemptionByMachine,
  sentGifts,
  showCodeByLink,
  viewVoucher,
  type SentGift,
} from '@zawadi/contract';
import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { hold, release } from '../../../testing/holds.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function sentBy(person: SignedIn): Promise<SentGift[]> {
  return (await system.call(sentGifts, { query: {} }, { bearer: person.bearer })).answer.gifts;
}

function resend(person: SignedIn, { voucherId }: Pick<Gift, 'voucherId'>) {
  return system.call(resendGift, { body: { voucherId } }, { bearer: person.bearer });
}

function correct(person: SignedIn, { voucherId }: Pick<Gift, 'voucherId'>, to: Person) {
  const body = {
    voucherId,
    fullName: `${to.firstName} ${to.lastName}`,
    recipientMsisdn: to.phoneNumber,
    recipientEmail: to.email,
  };
  return system.call(correctRecipient, { body }, { bearer: person.bearer });
}

async function giftMessages({ phoneNumber }: Pick<Person, 'phoneNumber'>): Promise<string[]> {
  const { messages } = await system.sandbox.phone(phoneNumber);
  return messages.map(({ text }) => text).filter((text) => text.includes('sent you a gift'));
}

async function giftFrom(buyer: SignedIn, recipient: Person = newPerson('Kip', 'Rotich')): Promise<Gift> {
  return makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient });
}

const later = (gift: Gift) =>
  system.owner.query(`update vouchers set resent_at = resent_at - interval '10 minutes' where id = $1`, [
    gift.voucherId,
  ]);

test('suggests a gift’s corrected recipient, and no recipient of a cancelled gift', async () => {
  const buyer = await newConsumer(system);
  const [wrong, right, cancelled] = [
    newPerson('Njeri', 'Kamau'),
    newPerson('Njeri', 'Wanjiru'),
    newPerson('Kip', 'Rotich'),
  ];
  await correct(buyer, await giftFrom(buyer, wrong), right);
  const gift = await giftFrom(buyer, cancelled);
  await system.owner.query(`update vouchers set closed_as = 'VOIDED', closed_at = now() where id = $1`, [
    gift.voucherId,
  ]);
  const { answer } = await system.call(recipients, {}, buyer);
  expect(answer.recipients).toMatchObject([
    { msisdn: right.phoneNumber, fullName: 'Njeri Wanjiru', email: right.email },
  ]);
});

test('S149 a buyer sees the progress of a sent gift, but never its code or link', async () => {
  const [buyer, recipient] = [await newConsumer(system), await newConsumer(system)];
  const gift = await giftFrom(buyer, recipient);
  const [sent] = await sentBy(buyer);
  expect(sent).toMatchObject({
    voucherId: gift.voucherId,
    recipientMsisdn: recipient.phoneNumber,
    status: 'ACTIVE',
    value: 950,
    lastFour: gift.code.slice(-4),
    isDelivered: true,
    resendsLeft: 5,
    canBeResent: true,
    canBeCorrected: true,
  });
  for (const secret of [gift.code, gift.claimToken]) expect(JSON.stringify(sent)).not.toContain(secret);
  await system.call(showCodeByLink, { body: { claimToken: gift.claimToken } });
  expect((await sentBy(buyer))[0]).toMatchObject({ canBeCorrected: false, openedAt: expect.any(String) });
  await system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, { bearer: recipient.bearer });
  expect((await sentBy(buyer))[0]).toMatchObject({
    status: 'CLAIMED',
    claimedAt: expect.any(String),
    canBeResent: false,
  });
  await system.sandbox.mail(buyer.email, /has added your gift to their Zawadi wallet/u);
  expect(await sentBy(recipient)).toEqual([]);
});

test('a buyer without email alerts gets no email when a gift is opened', async () => {
  const buyer = await newConsumer(system);
  await system.owner.query('update users set email_alerts = false where id = $1', [buyer.user.id]);
  const gift = await giftFrom(buyer);
  await system.call(showCodeByLink, { body: { claimToken: gift.claimToken } });
  const { rows } = await system.owner.query(`select 1 from outbox where dedupe_key like $1`, [
    `gift-opened:${gift.voucherId}%`,
  ]);
  expect(rows).toEqual([]);
});

test('S151 a buyer can resend a gift’s message every ten minutes, five times at most', async () => {
  const [buyer, recipient] = [await newConsumer(system), newPerson('Kip', 'Rotich')];
  const gift = await giftFrom(buyer, recipient);
  expect((await resend(buyer, gift)).answer).toMatchObject({ resendsLeft: 4, canBeResent: false });
  await until(async () => expect(await giftMessages(recipient)).toHaveLength(2));
  expect(new Set(await giftMessages(recipient)).size).toBe(1);
  const refused = await resend(buyer, gift);
  expect(refused).toMatchObject({ status: 429, outcome: 'resend_too_soon' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  for (let times = 2; times <= 5; times += 1) {
    await later(gift);
    expect((await resend(buyer, gift)).outcome).toBe('ok');
  }
  await later(gift);
  expect(await resend(buyer, gift)).toMatchObject({ status: 409, outcome: 'resends_exhausted' });
});

test('many concurrent resends of a gift send one message', async () => {
  const [buyer, recipient] = [await newConsumer(system), newPerson('Kip', 'Rotich')];
  const gift = await giftFrom(buyer, recipient);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => resend(buyer, gift)));
  expect(outcomes.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
});

test('only the buyer can resend or correct a gift, and only while it has value', async () => {
  const [buyer, other] = [await newConsumer(system), await newConsumer(system)];
  const gift = await giftFrom(buyer);
  expect(await resend(other, gift)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  expect(await correct(other, gift, other)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  await redeem(system, await newTill(system), gift.code);
  expect(await resend(buyer, gift)).toMatchObject({ status: 409, outcome: 'voucher_used' });
  expect(await correct(buyer, gift, other)).toMatchObject({ status: 409, outcome: 'voucher_used' });
});

test('S153 a corrected gift reaches the new recipient, and the old code and link stop working', async () => {
  const [buyer, wrong, right] = [
    await newConsumer(system),
    newPerson('Kip', 'Rotich'),
    newPerson('Kim', 'Rotich'),
  ];
  const gift = await giftFrom(buyer, wrong);
  const { answer } = await correct(buyer, gift, right);
  expect(answer).toMatchObject({
    recipientName: 'Kim Rotich',
    recipientMsisdn: right.phoneNumber,
    status: 'ACTIVE',
  });
  const [, code = '', claimToken = ''] = await system.sandbox.sms(
    right.phoneNumber,
    /Show code (\S+) at .*\/v\/(\S+)/u,
  );
  expect(code.replaceAll('-', '')).not.toBe(gift.code);
  const till = await newTill(system);
  expect(await redeem(system, till, gift.code)).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  const dead = await system.call(viewVoucher, { params: { claimToken: gift.claimToken } });
  expect(dead).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  expect((await system.call(viewVoucher, { params: { claimToken } })).answer.recipientName).toBe(
    'Kim Rotich',
  );
  expect((await redeem(system, till, code)).answer.redemption.amount).toBe(950);
});

test('resending and correcting accept a gift’s id in capitals', async () => {
  const [buyer, right] = [await newConsumer(system), newPerson('Kip', 'Rotich')];
  const gift = await giftFrom(buyer);
  const shouted = { voucherId: gift.voucherId.toUpperCase() };
  expect(await correct(buyer, shouted, right)).toMatchObject({ status: 200 });
  expect(await sentBy(buyer)).toMatchObject([
    { voucherId: gift.voucherId, recipientMsisdn: right.phoneNumber },
  ]);
});

test('repeating a correction changes nothing', async () => {
  const [buyer, right] = [await newConsumer(system), newPerson('Kim', 'Rotich')];
  const gift = await giftFrom(buyer);
  const first = await correct(buyer, gift, right);
  const again = await Promise.all([1, 2, 3].map(() => correct(buyer, gift, right)));
  for (const { answer } of again) expect(answer.lastFour).toBe(first.answer.lastFour);
  await until(async () => expect(await giftMessages(right)).toHaveLength(1));
});

test('refuses to correct a gift that was opened or partly spent', async () => {
  const buyer = await newConsumer(system);
  const [opened, spent] = [await giftFrom(buyer), await giftFrom(buyer)];
  await system.call(showCodeByLink, { body: { claimToken: opened.claimToken } });
  await redeem(system, await newTill(system), spent.code, { amount: 50 });
  for (const gift of [opened, spent]) {
    const refused = await correct(buyer, gift, newPerson('Kim', 'Rotich'));
    expect(refused).toMatchObject({ status: 409, outcome: 'voucher_opened' });
  }
});

test('a gift that a shop has held or redeemed counts as opened, even after the value was returned', async () => {
  const [buyer, till] = [await newConsumer(system), await newTill(system)];
  const [held, released, reversed] = [await giftFrom(buyer), await giftFrom(buyer), await giftFrom(buyer)];
  await hold(system, till, held.code, { amount: 400 });
  const { answer } = await hold(system, till, released.code, { amount: 1 });
  await release(system, till, answer.id);
  const { redemption } = (await redeem(system, till, reversed.code, { amount: 1 })).answer;
  const params = { id: reversed.voucherId, redemptionId: redemption.id };
  const headers = { 'idempotency-key': redemption.id };
  const undone = await system.call(reverseRedemptionByMachine, { params, headers, body: {} }, till);
  expect(undone.outcome).toBe('ok');
  for (const { canBeCorrected, status } of await sentBy(buyer)) {
    expect({ canBeCorrected, status }).toEqual({ canBeCorrected: false, status: 'ACTIVE' });
  }
  for (const gift of [held, released, reversed]) {
    const refused = await correct(buyer, gift, newPerson('Kim', 'Rotich'));
    expect(refused).toMatchObject({ status: 409, outcome: 'voucher_opened' });
  }
});

test('S415 of a concurrent correction and redemption by the old code exactly one succeeds', async () => {
  const [buyer, till] = [await newConsumer(system), await newTill(system)];
  for (let round = 0; round < 8; round += 1) {
    const gift = await giftFrom(buyer);
    const [spent, corrected] = await Promise.all([
      redeem(system, till, gift.code, { amount: 50 }),
      correct(buyer, gift, newPerson('Kim', 'Rotich')),
    ]);
    expect([spent.outcome, corrected.outcome]).toSatisfy(
      ([spending, correction]) => (spending === 'ok') !== (correction === 'ok'),
    );
  }
});
