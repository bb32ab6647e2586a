import { dashboardStats } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, readGiftOf } from '../../../testing/gifts.ts';
import { answerPrompt, registerAndStart, untilStatus } from '../../../testing/purchase-calls.ts';
import { approve, payForGift, refund, refundOf, untilRefunded } from '../../../testing/refund-calls.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem, type Till } from '../../../testing/tills.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

const REVERSAL = '/mpesa/reversal';

let system: TestSystem;
let finance: Administrator;
let till: Till;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  [finance, till] = await Promise.all([newAdministrator(system), newTill(system)]);
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const phoneOf = async ({ phoneNumber }: SignedIn) => (await system.sandbox.phone(phoneNumber)).balance;

async function walletOf({ user, bearer }: SignedIn): Promise<number> {
  const { answer } = await system.call(dashboardStats, { body: { userId: user.id } }, { bearer });
  return answer.walletBalance;
}

const sendsOf = async (voucherId: string) =>
  (
    await system.owner.query<{ state: string; sends: number; failed: number }>(
      "select state, sends, cardinality(failed_ids) as failed from orders where home_id = $1 and kind = 'refund'",
      [voucherId],
    )
  ).rows;

test('S301 an unspent gift is refunded to the payer by M-PESA, with the fee', async () => {
  const gift = await payForGift(system, 1_000);
  expect((await refund(system, finance, gift)).answer).toEqual({ outcome: 'done' });
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa', amount: 1_000 });
  expect(await phoneOf(gift.buyer)).toBe(1_000);
  expect(await walletOf(gift.buyer)).toBe(0);
  expect(await leftOn(system, gift)).toBe(0);
  expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_void');
  await system.sandbox.sms(
    gift.buyer.phoneNumber,
    /^Your gift to [\w’' ]+ is cancelled\. KES.1,000 is back on 07\*\* \*{3} \d{3}\.$/u,
  );
});

test('finds the receipt of a payment whose callback was lost, so that M-PESA can refund it', async () => {
  const [buyer, recipient] = [await newConsumer(system), await newConsumer(system)];
  await system.sandbox.setBalance(buyer.phoneNumber, 900);
  const purchase = await registerAndStart(system, buyer, { amount: 900, recipient });
  await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, purchase));
  await pollOrdersNow(system);
  expect(await untilStatus(system, buyer, purchase, 'COMPLETED')).not.toHaveProperty('mpesaReceipt');
  const gift = await readGiftOf(system.deps, purchase.requestId);
  await refund(system, finance, gift);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa', amount: 900 });
  expect(await phoneOf(buyer)).toBe(900);
});

test('S303 if M-PESA definitely refuses to refund a gift, the buyer’s wallet gets the whole amount', async () => {
  const gift = await payForGift(system, 1_000);
  await system.sandbox.behave({ endWith: { path: REVERSAL, resultCode: '1', times: 1 } });
  await refund(system, finance, gift);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'wallet', amount: 1_000 });
  expect(await walletOf(gift.buyer)).toBe(1_000);
  expect(await phoneOf(gift.buyer)).toBe(0);
});

test('S304 the rest of a partly spent gift goes to the buyer’s wallet, without the fee', async () => {
  const gift = await payForGift(system, 1_000);
  await redeem(system, till, gift.code, { amount: 300 });
  await refund(system, finance, gift);
  expect(await refundOf(system, gift)).toMatchObject({
    status: 'COMPLETED',
    returnedTo: 'wallet',
    amount: 650,
  });
  expect(await walletOf(gift.buyer)).toBe(650);
  expect(await sendsOf(gift.voucherId)).toEqual([]);
});

test('completes a refund with a lost result by querying M-PESA', async () => {
  const gift = await payForGift(system, 500);
  await system.provider.losing(() => refund(system, finance, gift));
  expect(await refundOf(system, gift)).toMatchObject({ status: 'PENDING' });
  await pollOrdersNow(system);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa' });
  expect(await sendsOf(gift.voucherId)).toMatchObject([{ state: 'SUCCEEDED', sends: 1 }]);
  expect(await phoneOf(gift.buyer)).toBe(500);
});

test('sends an unanswered refund order again, and M-PESA reverses the payment once', async () => {
  const gift = await payForGift(system, 500);
  await system.sandbox.behave({ executeThenDrop: { path: REVERSAL, times: 1 } });
  await system.provider.losing(() => refund(system, finance, gift));
  expect(await refundOf(system, gift)).toMatchObject({ status: 'PENDING' });
  await pollOrdersNow(system);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa' });
  expect(await phoneOf(gift.buyer)).toBe(500);
  expect(await sendsOf(gift.voucherId)).toMatchObject([{ state: 'SUCCEEDED', sends: 2 }]);
});

test('M-PESA’s refusal of a repeated refund order does not settle the earlier unanswered order', async () => {
  const gift = await payForGift(system, 500);
  await system.sandbox.behave({ executeThenDrop: { path: REVERSAL, times: 1 } });
  await system.provider.losing(() => refund(system, finance, gift));
  await system.sandbox.behave({ endWith: { path: REVERSAL, resultCode: '1', times: 1 } });
  await pollOrdersNow(system);
  await expect
    .poll(() => sendsOf(gift.voucherId), { timeout: 15_000 })
    .toMatchObject([{ state: 'SENT', sends: 2, failed: 1 }]);
  expect(await refundOf(system, gift)).toMatchObject({ status: 'PENDING' });
  await pollOrdersNow(system);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa' });
  expect(await walletOf(gift.buyer)).toBe(0);
});

test('sends a refund order again that never reached M-PESA', async () => {
  const gift = await payForGift(system, 500);
  await system.sandbox.behave({ failHttp: { path: REVERSAL, status: 429, times: 1 } });
  await refund(system, finance, gift);
  expect(await refundOf(system, gift)).toMatchObject({ status: 'PENDING' });
  await pollOrdersNow(system);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa' });
});

test('two concurrent refunds of one gift are one refund', async () => {
  const gift = await payForGift(system, 500);
  const outcomes = await Promise.all([1, 2, 3].map(() => refund(system, finance, gift)));
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'voucher_void', 'voucher_void']);
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa' });
  expect(await phoneOf(gift.buyer)).toBe(500);
});

test('of a concurrent refund and redemption exactly one succeeds', async () => {
  for (let n = 0; n < 4; n += 1) {
    const gift = await payForGift(system, 500);
    const [given, spent] = await Promise.all([
      refund(system, finance, gift),
      redeem(system, till, gift.code),
    ]);
    expect([given.outcome, spent.outcome]).toSatisfy(
      ([one, other]: string[]) =>
        (one === 'ok' && other === 'voucher_void') || (one === 'voucher_used' && other === 'ok'),
    );
    if (given.outcome === 'ok') await untilRefunded(system, gift);
  }
});

test('S317 a refund from KES 10,000 on needs another administrator’s approval', async () => {
  const gift = await payForGift(system, 10_000);
  const asked = await refund(system, finance, gift);
  expect(asked.answer).toMatchObject({ outcome: 'waiting' });
  const approvalId = 'approvalId' in asked.answer ? asked.answer.approvalId : '';
  expect(await leftOn(system, gift)).toBe(9_500);
  expect((await refund(system, finance, gift)).outcome).toBe('approval_open');
  expect((await approve(system, finance, approvalId)).outcome).toBe('second_person_needed');
  expect((await approve(system, await newAdministrator(system, 'support'), approvalId)).outcome).toBe(
    'forbidden',
  );
  const checker = await newAdministrator(system);
  expect((await approve(system, checker, approvalId)).answer).toMatchObject({ status: 'Approved' });
  expect(await untilRefunded(system, gift)).toMatchObject({ returnedTo: 'mpesa', amount: 10_000 });
  expect((await approve(system, await newAdministrator(system), approvalId)).outcome).toBe('approval_closed');
});

test('a gift cannot be spent while its refund awaits approval, so the whole gift is refunded', async () => {
  const gift = await payForGift(system, 10_000);
  const { answer } = await refund(system, finance, gift);
  expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_frozen');
  const approvalId = 'approvalId' in answer ? answer.approvalId : '';
  expect((await approve(system, await newAdministrator(system), approvalId)).outcome).toBe('ok');
  expect(await untilRefunded(system, gift)).toMatchObject({ amount: 10_000 });
});
