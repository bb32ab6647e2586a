import {
  cancelGift,
  dashboardStats,
  history,
  moveGift,
  readTransaction,
  receivedGifts,
  sendGiftNow,
  sentGifts,
  voidVoucher,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { openLossyDatabase } from '../../../testing/lossy-database.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { payForGift, refund, refundOf, untilRefunded, type PaidGift } from '../../../testing/refund-calls.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';
import { deliverGifts } from '../vouchers/index.ts';
import { cancelGift as cancelInProcess } from './cancel-gift.ts';

const REVERSAL = '/mpesa/reversal';
const HOUR_MS = 3_600_000;
const deliverAt = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 168 * HOUR_MS).toISOString();

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const scheduled = (amount: number) => payForGift(system, amount, { deliverAt });

const cancel = ({ voucherId, buyer }: Pick<PaidGift, 'voucherId' | 'buyer'>) =>
  system.call(cancelGift, { body: { voucherId } }, buyer);

const phoneOf = async ({ phoneNumber }: SignedIn) => (await system.sandbox.phone(phoneNumber)).balance;

async function walletOf({ user, bearer }: SignedIn): Promise<number> {
  const { answer } = await system.call(dashboardStats, { body: { userId: user.id } }, { bearer });
  return answer.walletBalance;
}

type Posting = { kind: string; debit: string; credit: string; shillings: number };

async function postingsOf({ voucherId }: PaidGift): Promise<Posting[]> {
  const { rows } = await system.owner.query<Posting>(
    `select kind, split_part(debit, ':', 1) || case when debit like 'revenue:%' then ':deposit-fee' else '' end as debit,
       split_part(credit, ':', 1) as credit, (amount_cents / 100)::int as shillings
     from ledger.transfers where home_id = $1 and kind like 'refund%' order by posted_at, amount_cents desc`,
    [voucherId],
  );
  return rows;
}

test('cancelling a gift before it is sent refunds the payment with the fee, and notifies no recipient', async () => {
  const gift = await scheduled(1_000);
  const { answer, outcome } = await cancel(gift);
  expect(outcome).toBe('ok');
  expect(answer).toMatchObject({
    status: 'REFUNDED',
    canBeMoved: false,
    canBeCancelled: false,
    refund: { amount: 1_000 },
  });
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa', amount: 1_000 });
  expect(await postingsOf(gift)).toEqual([
    { kind: 'refund_reserved', debit: 'voucher', credit: 'held', shillings: 950 },
    { kind: 'refund_reserved', debit: 'revenue:deposit-fee', credit: 'held', shillings: 50 },
    { kind: 'refund_reversed', debit: 'held', credit: 'mpesa', shillings: 1_000 },
  ]);
  expect(await phoneOf(gift.buyer)).toBe(1_000);
  expect(await walletOf(gift.buyer)).toBe(0);
  await system.sandbox.sms(
    gift.buyer.phoneNumber,
    /^Your gift to [\w’' ]+ is cancelled\. KES.1,000 is back on 07\*\* \*{3} \d{3}\.$/u,
  );
  expect((await cancel(gift)).answer.refund).toMatchObject({ amount: 1_000, returnedTo: 'mpesa' });
  const { activities } = (await system.call(history, { query: { type: 'REFUND' } }, gift.buyer)).answer;
  expect(activities).toMatchObject([
    { description: 'Refund to M-PESA', amount: 1_000, orderStatus: 'COMPLETED' },
  ]);
  expect(activities[0]).not.toHaveProperty('wallet');

  await system.owner.query(
    `update vouchers set deliver_at = now() - interval '1 second', closed_at = closed_at - interval '1 hour' where id = $1`,
    [gift.voucherId],
  );
  await deliverGifts(system.deps);
  expect((await system.sandbox.phone(gift.recipient.phoneNumber)).messages).toEqual([]);
  expect((await system.call(receivedGifts, { query: {} }, gift.recipient)).answer.gifts).toEqual([]);
  const { rows } = await system.owner.query(
    `select kind, actor_kind, reason, (amount_cents / 100)::int as shillings from voucher_activities
     where voucher_id = $1 and kind <> 'ISSUED'`,
    [gift.voucherId],
  );
  expect(rows).toEqual([
    { kind: 'REFUNDED', actor_kind: 'consumer', reason: 'Cancelled before it was sent', shillings: 950 },
  ]);

  const params = { type: 'Refund', transactionId: (await refundOf(system, gift))?.id ?? '' } as const;
  const { bearer } = await newAdministrator(system);
  const read = (await system.call(readTransaction, { params }, { bearer })).answer;
  expect(read.facts).toContainEqual({ label: 'Done by', value: 'The buyer' });
  const { firstName, lastName } = gift.buyer;
  expect(read.voucher?.activities.map(({ text }) => text)).toContain(`Cancelled by ${firstName} ${lastName}`);
});

test('a refund without an answer from M-PESA stays pending until M-PESA reports it, and happens once', async () => {
  const gift = await scheduled(500);
  await system.sandbox.behave({ executeThenDrop: { path: REVERSAL, times: 1 } });
  await system.provider.losing(() => cancel(gift));
  expect(await refundOf(system, gift)).toMatchObject({ status: 'PENDING' });
  const again = await cancel(gift);
  expect(again.answer).toMatchObject({ status: 'REFUNDED', refund: { amount: 500 } });
  expect(again.answer.refund).not.toHaveProperty('returnedTo');
  expect(await walletOf(gift.buyer)).toBe(0);
  await pollOrdersNow(system);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa' });
  expect(await phoneOf(gift.buyer)).toBe(500);
});

test('if M-PESA refuses to reverse a cancelled gift’s payment, the buyer’s wallet gets the whole amount', async () => {
  const gift = await scheduled(1_000);
  await system.sandbox.behave({ endWith: { path: REVERSAL, resultCode: '1', times: 1 } });
  await cancel(gift);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'wallet', amount: 1_000 });
  expect(await walletOf(gift.buyer)).toBe(1_000);
  expect((await cancel(gift)).answer.refund).toMatchObject({ returnedTo: 'wallet' });
});

test('a buyer can cancel a replaced gift before its delivery, and sees amount and destination of the refund', async () => {
  const gift = await scheduled(1_000);
  const { bearer } = await newAdministrator(system);
  const replacing = { voucherId: gift.voucherId, valueGoesTo: 'replacement', reason: 'Lost code' } as const;
  await system.call(voidVoucher, { body: replacing }, { bearer });
  const sent = (await system.call(sentGifts, { query: {} }, gift.buyer)).answer.gifts;
  const [replacement, replaced] = sent;
  expect(replacement).toMatchObject({
    status: 'ACTIVE',
    canBeCancelled: true,
    paid: 1_000,
  });
  expect(replaced).toMatchObject({ voucherId: gift.voucherId, status: 'VOIDED', canBeCancelled: false });
  const { requestId } = gift.purchase;
  const ofPayment = (await system.call(sentGifts, { query: { requestId } }, gift.buyer)).answer.gifts;
  expect(ofPayment.map(({ voucherId }) => voucherId)).toEqual([replacement?.voucherId, gift.voucherId]);
  const later = { ...gift, voucherId: replacement?.voucherId ?? '' };
  expect((await cancel(later)).outcome).toBe('ok');
  expect(await untilRefunded(system, later)).toMatchObject({ returnedTo: 'mpesa', amount: 1_000 });
  expect(await phoneOf(gift.buyer)).toBe(1_000);
});

test('cancelling a gift many times at once, with a lost COMMIT answer, refunds it once', async () => {
  const gift = await scheduled(500);
  const lossy = await openLossyDatabase(system.deps.config.database.url ?? '');
  lossy.loseNextCommit();
  const deps = { ...system.deps, db: lossy.db };
  await cancelInProcess(deps, { userId: gift.buyer.user.id, voucherId: gift.voucherId });
  await lossy.close();
  const outcomes = await Promise.all([1, 2, 3].map(() => cancel(gift)));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  await untilRefunded(system, gift);
  expect(await phoneOf(gift.buyer)).toBe(500);
  expect((await system.call(sendGiftNow, { body: { voucherId: gift.voucherId } }, gift.buyer)).outcome).toBe(
    'gift_cancelled',
  );
});

test('concurrent cancelling, rescheduling, sending and refunding of a gift move the money once', async () => {
  const administrator = await newAdministrator(system);
  for (let n = 0; n < 2; n += 1) {
    const gift = await scheduled(500);
    const body = { voucherId: gift.voucherId };
    const [cancelled, sent, refunded] = await Promise.all([
      cancel(gift),
      system.call(sendGiftNow, { body }, gift.buyer),
      refund(system, administrator, gift),
      system.call(
        moveGift,
        { body: { ...body, deliverAt: new Date(Date.parse(deliverAt) + HOUR_MS).toISOString() } },
        gift.buyer,
      ),
    ]);
    const outcomes = [cancelled, sent, refunded].map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeGreaterThan(0);
    // If the buyer's send wins, the administrator can still refund the gift, but only once.
    expect([cancelled, refunded].filter(({ outcome }) => outcome === 'ok').length).toBeLessThanOrEqual(1);
    if (cancelled.outcome !== 'ok' && refunded.outcome !== 'ok') continue;
    await untilRefunded(system, gift);
    expect(await phoneOf(gift.buyer)).toBe(500);
  }
});
