import {
  cancelGift,
  claimVoucher,
  moveGift,
  purchaseDetails,
  receivedGifts,
  sendGiftNow,
  sentGifts,
} from '@zawadi/contract';
import type { Person, SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { deliverGifts } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const HOUR_MS = 3_600_000;
const inDays = (days: number) =>
  new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + days * 24 * HOUR_MS).toISOString();

async function scheduledGift(days = 7) {
  const [buyer, recipient] = [await newConsumer(system), await newConsumer(system)];
  const deliverAt = inDays(days);
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient, deliverAt });
  return { ...gift, buyer, recipient };
}

type Scheduled = Gift & { buyer: SignedIn };

const move = ({ voucherId, buyer }: Scheduled, deliverAt: string) =>
  system.call(moveGift, { body: { voucherId, deliverAt } }, buyer);

const sendNow = ({ voucherId, buyer }: Scheduled) => system.call(sendGiftNow, { body: { voucherId } }, buyer);

const cancel = ({ voucherId, buyer }: { voucherId: string; buyer: SignedIn }) =>
  system.call(cancelGift, { body: { voucherId } }, buyer);

async function textsTo({ phoneNumber }: Pick<Person, 'phoneNumber'>): Promise<string[]> {
  return (await system.sandbox.phone(phoneNumber)).messages.map(({ text }) => text);
}

async function reachDeliveryMoment({ voucherId }: Gift): Promise<void> {
  await system.owner.query(`update vouchers set deliver_at = now() - interval '1 second' where id = $1`, [
    voucherId,
  ]);
}

async function lifeOf({ voucherId }: Gift): Promise<[kind: string, actor: string, reason: string | null][]> {
  const { rows } = await system.owner.query<{ kind: string; actor: string; reason: string | null }>(
    `select kind, actor_kind as actor, reason from voucher_activities where voucher_id = $1 order by at, id`,
    [voucherId],
  );
  return rows.map(({ kind, actor, reason }) => [kind, actor, reason]);
}

test('rescheduling an unsent gift moves its delivery and its validity', async () => {
  const gift = await scheduledGift(7);
  const before = (await system.call(sentGifts, { query: {} }, gift.buyer)).answer.gifts[0];
  const chosen = inDays(40);
  const moved = await move(gift, chosen);
  expect(moved).toMatchObject({
    outcome: 'ok',
    answer: { deliverAt: chosen, isDelivered: false, canBeMoved: true, canBeCancelled: true, paid: 1_000 },
  });
  const laterDays = (Date.parse(moved.answer.expiresAt) - Date.parse(before?.expiresAt ?? '')) / 86_400_000;
  expect(laterDays).toBeGreaterThanOrEqual(31);
  expect(laterDays).toBeLessThanOrEqual(35);
  const params = { requestId: moved.answer.requestId };
  const { answer: purchase } = await system.call(purchaseDetails, { params }, gift.buyer);
  expect(purchase).toMatchObject({ deliverAt: chosen, voucher: { status: 'ACTIVE' } });
  expect((await move(gift, chosen)).outcome).toBe('ok');
  expect(await lifeOf(gift)).toEqual([
    ['ISSUED', 'consumer', null],
    [
      'MOVED',
      'consumer',
      expect.stringMatching(/^from \d{4}-\d\d-\d\d \d\d:00 to \d{4}-\d\d-\d\d \d\d:00$/u),
    ],
  ]);
  expect(await textsTo(gift.recipient)).toEqual([]);
});

test('only the buyer can reschedule a gift, to a moment allowed for a new gift', async () => {
  const gift = await scheduledGift();
  for (const moment of [inDays(-1), inDays(370)]) {
    expect(await move(gift, moment)).toMatchObject({ status: 422, outcome: 'delivery_moment_invalid' });
  }
  expect((await move(gift, inDays(3).replace(':00:00', ':30:00'))).outcome).toBe('validation_failed');
  const stranger = { ...gift, buyer: await newConsumer(system) };
  expect((await move(stranger, inDays(3))).outcome).toBe('voucher_not_found');
  expect((await sendNow(stranger)).outcome).toBe('voucher_not_found');
  expect(await lifeOf(gift)).toHaveLength(1);
});

test('sending a scheduled gift now sends it once, valid from today, and claimable', async () => {
  const gift = await scheduledGift(200);
  const outcomes = await Promise.all([1, 2, 3].map(() => sendNow(gift)));
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['gift_sent', 'gift_sent', 'ok']);
  await system.sandbox.sms(gift.recipient.phoneNumber, /sent you a gift of KES 950/u);
  expect(await deliverGifts(system.deps)).toBe(0);
  expect(await textsTo(gift.recipient)).toHaveLength(1);
  const [received] = (await system.call(receivedGifts, { query: {} }, gift.recipient)).answer.gifts;
  const validDays = (Date.parse(received?.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(validDays).toBeGreaterThan(729);
  expect(validDays).toBeLessThan(733);
  expect((await lifeOf(gift)).map(([kind, actor]) => [kind, actor])).toEqual([
    ['ISSUED', 'consumer'],
    ['DELIVERED', 'consumer'],
  ]);
  const { claimToken } = gift;
  expect((await system.call(claimVoucher, { body: { claimToken } }, gift.recipient)).outcome).toBe('ok');
});

test('refuses to reschedule a gift whose moment has passed, even if the worker has not sent it yet', async () => {
  const gift = await scheduledGift();
  await reachDeliveryMoment(gift);
  expect((await move(gift, inDays(3))).outcome).toBe('gift_sent');
  await deliverGifts(system.deps);
  expect((await move(gift, inDays(3))).outcome).toBe('gift_sent');
  expect((await sendNow(gift)).outcome).toBe('gift_sent');
  const [sent] = (await system.call(sentGifts, { query: {} }, gift.buyer)).answer.gifts;
  expect(sent).toMatchObject({ isDelivered: true, canBeMoved: false, canBeCancelled: false });
});

test('of a concurrent rescheduling and delivery exactly one succeeds', async () => {
  for (let n = 0; n < 2; n += 1) {
    const gift = await scheduledGift();
    const [moved, sent] = await Promise.all([move(gift, inDays(20)), sendNow(gift)]);
    expect([moved.outcome, sent.outcome]).toSatisfy(
      ([one, other]: string[]) => other === 'ok' && (one === 'ok' || one === 'gift_sent'),
    );
    await system.sandbox.sms(gift.recipient.phoneNumber, /sent you a gift/u);
    expect(await textsTo(gift.recipient)).toHaveLength(1);
  }
});

test('rescheduling a gift keeps a validity that an administrator has extended', async () => {
  const gift = await scheduledGift(7);
  const { rows } = await system.owner.query<{ until: Date }>(
    `update vouchers set expires_at = expires_at - interval '-60 days' where id = $1 returning expires_at as until`,
    [gift.voucherId],
  );
  const { answer } = await move(gift, inDays(9));
  expect(answer.expiresAt).toBe(rows[0]?.until.toISOString());
});

test('refuses to cancel a sent gift, another buyer’s gift, and more than three gifts a day', async () => {
  const [buyer, stranger] = [await newConsumer(system), await newConsumer(system)];
  const gifts = [];
  for (const amount of [100, 110, 120, 130]) {
    gifts.push({
      ...(await makeGift(system, { amount, buyerId: buyer.user.id, deliverAt: inDays(7) })),
      buyer,
    });
  }
  const sent = { ...(await makeGift(system, { amount: 90, buyerId: buyer.user.id })), buyer };
  expect((await cancel(sent)).outcome).toBe('gift_sent');
  expect((await cancel({ voucherId: sent.voucherId, buyer: stranger })).outcome).toBe('voucher_not_found');
  const outcomes = await Promise.all(gifts.map((gift) => cancel(gift)));
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
    'cancellations_exhausted',
    'ok',
    'ok',
    'ok',
  ]);
  const left = gifts[outcomes.findIndex(({ outcome }) => outcome !== 'ok')];
  await system.owner.query(
    `update refunds set created_at = created_at - interval '1 day' where buyer_id = $1`,
    [buyer.user.id],
  );
  expect(left && (await cancel(left)).outcome).toBe('ok');
});
