import { bookReversal, cancelGift, history, readTransaction, sentGifts } from '@zawadi/contract';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { basketGift, buyBasket } from '../../../testing/baskets.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { approve, refund } from '../../../testing/refund-calls.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'basket');
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const nextWeek = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 7 * 86_400_000).toISOString();

async function paidBasket(...amounts: number[]) {
  const buyer = await newConsumer(system);
  const gifts = amounts.map((amount) => basketGift(amount, { deliverAt: nextWeek }));
  const state = await buyBasket(system, buyer, gifts);
  const vouchers = (state.gifts ?? []).map(({ voucher }) => ({ voucherId: voucher?.id ?? '' }));
  const [first = { voucherId: '' }, ...others] = vouchers;
  return { buyer, state, first, others };
}

test('cancelling one gift of a basket returns its price with its share of the fee to the wallet; the others stay', async () => {
  const { buyer, state, first, others } = await paidBasket(1_500, 3_010);
  const { answer, outcome } = await system.call(cancelGift, { body: first }, buyer);
  expect(outcome).toBe('ok');
  expect(answer).toMatchObject({ status: 'REFUNDED', refund: { amount: 1_500, returnedTo: 'wallet' } });
  expect(await readWallet(system, buyer)).toBe(1_500);
  expect((await system.sandbox.phone(buyer.phoneNumber)).balance).toBe(0);
  const sent = (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts;
  expect(sent.find(({ voucherId }) => voucherId === others[0]?.voucherId)).toMatchObject({
    status: 'ACTIVE',
    canBeCancelled: true,
    paid: 3_010,
  });
  const { activities } = (await system.call(history, { query: {} }, buyer)).answer;
  expect(activities.find(({ entityId }) => entityId === state.requestId)).toMatchObject({
    refundState: 'partly_refunded',
    gifts: 2,
    amount: 4_510,
  });
  await system.call(cancelGift, { body: others[0] ?? first }, buyer);
  expect(await readWallet(system, buyer)).toBe(4_510);
  const later = (await system.call(history, { query: {} }, buyer)).answer.activities;
  expect(later.find(({ entityId }) => entityId === state.requestId)?.refundState).toBe('refunded');
});

test('an administrator’s refund of one gift of a basket goes to the buyer’s wallet', async () => {
  const { buyer, first } = await paidBasket(1_000, 500);
  const administrator = await newAdministrator(system, 'finance');
  expect((await refund(system, administrator, first)).outcome).toBe('ok');
  expect(await readWallet(system, buyer)).toBe(1_000);
});

test('a basket whose payment Safaricom took back loses the value of all its vouchers, and we lose the fee', async () => {
  const { state, buyer } = await paidBasket(1_000, 500);
  const [maker, checker] = [
    await newAdministrator(system, 'finance'),
    await newAdministrator(system, 'finance'),
  ];
  const body = { transactionId: state.requestId, receipt: 'SKQ7REV123', reason: 'Seen in the statement' };
  const { answer, outcome } = await system.call(bookReversal, { body }, maker);
  expect(outcome).toBe('ok');
  if (answer.outcome === 'waiting') await approve(system, checker, answer.approvalId);
  const { rows } = await system.owner.query(
    `select split_part(debit, ':', 1) as debit, sum(amount_cents)::int / 100 as shillings from ledger.transfers
     where kind = 'payment_taken_back' and reference = 'SKQ7REV123' group by 1 order by 2`,
  );
  expect(rows).toEqual([
    { debit: 'expense', shillings: 75 },
    { debit: 'voucher', shillings: 1_425 },
  ]);
  const page = await system.call(
    readTransaction,
    { params: { type: 'Deposit', transactionId: state.requestId } },
    maker,
  );
  expect(page.answer.transaction.refundState).toBe('reversed');
  expect(page.answer.basket?.map(({ voucher }) => voucher?.status)).toEqual(['VOIDED', 'VOIDED']);
  expect(await readWallet(system, buyer)).toBe(0);
});
