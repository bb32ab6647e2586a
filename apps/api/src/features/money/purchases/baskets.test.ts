import { readTransaction, sentGifts, type PurchaseState } from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { readGift } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { basketGift, buyBasket, registerGifts, startBasket } from '../../../testing/baskets.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { failRows } from '../../../testing/failing-rows.ts';
import {
  answerPrompt,
  registerAndStart,
  start,
  stateOf,
  untilStatus,
  type Registered,
} from '../../../testing/purchase-calls.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  await switchFeatures(system, true, 'basket');
  system.atEnd(await watchBooks(system));
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

async function postingsOf({ requestId }: Pick<Registered, 'requestId'>) {
  const { rows } = await system.owner.query(
    `select t.debit, split_part(t.credit, ':', 1) as credit, (t.amount_cents / 100)::int as shillings, t.reference
     from purchases p join ledger.transfers t
       on t.home_id = p.home_id or t.home_id in (select voucher_id from purchase_gifts where home_id = p.home_id)
     where p.id = $1 order by t.position, t.amount_cents desc`,
    [requestId],
  );
  return rows;
}

async function vouchersOf({ requestId }: Pick<Registered, 'requestId'>): Promise<number> {
  const { rows } = await system.owner.query('select count(*)::int from vouchers where purchase_id = $1', [
    requestId,
  ]);
  return rows[0].count;
}

test('one prompt pays all gifts of a basket: one receipt, one fee on the sum, a voucher for each person', async () => {
  const buyer = await newConsumer(system);
  const [mama, brian] = [newPerson('Mama', 'Njeri'), newPerson('Brian', 'Otieno')];
  const state = await buyBasket(system, buyer, [
    basketGift(1_500, { to: mama }),
    basketGift(3_010, { to: brian, message: 'Asante', cloth: 'asante' }),
  ]);
  expect(state).toMatchObject({
    amount: 4_510,
    fee: 225,
    value: 4_285,
    recipientName: 'Mama Njeri',
    gifts: [
      { recipientName: 'Mama Njeri', amount: 1_500, fee: 75, value: 1_425, message: 'Hongera' },
      { recipientName: 'Brian Otieno', amount: 3_010, fee: 150, value: 2_860, cloth: 'asante' },
    ],
  });
  expect(state.gifts?.map(({ voucher }) => voucher?.status)).toEqual(['ACTIVE', 'ACTIVE']);
  const { mpesaReceipt: reference } = state;
  const paid = { debit: 'mpesa:collection', reference };
  expect(await postingsOf(state)).toEqual([
    { ...paid, credit: 'voucher', shillings: 1_425 },
    { ...paid, credit: 'voucher', shillings: 2_860 },
    { ...paid, credit: 'revenue', shillings: 225 },
  ]);
  for (const person of [mama, brian])
    expect((await readGift(system, person)).code).toMatch(/^[0-9A-Z-]{19}$/u);
  await system.sandbox.mail(buyer.email, /They get together/u);
});

test('a prompt names the sum and the one bill reference', async () => {
  const buyer = await newConsumer(system);
  const { billReferenceNumber } = await startBasket(system, buyer, [basketGift(700), basketGift(300)]);
  const { prompts } = await system.sandbox.phone(buyer.phoneNumber);
  expect(prompts).toMatchObject([{ amount: 1_000, accountReference: billReferenceNumber }]);
});

test('a repeated callback issues each voucher once, and a failed prompt issues none', async () => {
  const buyer = await newConsumer(system);
  const registered = await startBasket(system, buyer, [basketGift(700), basketGift(300), basketGift(50)]);
  await system.sandbox.behave({ callback: { copies: 20 } });
  await answerPrompt(system, buyer.phoneNumber, registered);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  await system.idle();
  expect(await vouchersOf(registered)).toBe(3);
  expect(await postingsOf(registered)).toHaveLength(4);

  const other = await newConsumer(system);
  const canceled = await startBasket(system, other, [basketGift(700), basketGift(300)]);
  await system.sandbox.answerPrompt(other.phoneNumber, canceled.billReferenceNumber, { cancel: true });
  await untilStatus(system, other, canceled, 'CANCELED');
  expect([await vouchersOf(canceled), await postingsOf(canceled)]).toEqual([0, []]);
});

test('a late success after a failure pays all gifts', async () => {
  const buyer = await newConsumer(system);
  const registered = await startBasket(system, buyer, [basketGift(700), basketGift(300)]);
  const lost = await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, registered));
  await system.owner.query(
    `update purchases set status = 'CANCELED', failure_reason = 'expired' where id = $1`,
    [registered.requestId],
  );
  await system.provider.deliver(lost);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await vouchersOf(registered)).toBe(2);
});

test('a payment known by a query pays all gifts, and each voucher gets the receipt that arrives later', async () => {
  const buyer = await newConsumer(system);
  const registered = await startBasket(system, buyer, [basketGift(700), basketGift(300)]);
  const lost = await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, registered));
  await pollOrdersNow(system);
  const { mpesaReceipt } = await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(mpesaReceipt).toBeUndefined();
  await system.provider.deliver(lost);
  await eventually('the receipt', async () => (await stateOf(system, buyer, registered)).mpesaReceipt);
  const { rows } = await system.owner.query(
    'select count(distinct mpesa_receipt)::int as receipts, count(mpesa_receipt)::int as vouchers from vouchers where purchase_id = $1',
    [registered.requestId],
  );
  expect(rows).toEqual([{ receipts: 1, vouchers: 2 }]);
});

test.each([
  ['the exact sum', 1_000, 'COMPLETED', 2],
  ['less than the sum', 999, 'REGISTERED', 0],
  ['more than the sum', 1_001, 'REGISTERED', 0],
] as const)(
  'a payment by hand of %s with the basket’s reference pays all gifts or none',
  async (_name, amount, status, vouchers) => {
    const buyer = await newConsumer(system);
    const { answer: registered } = await registerGifts(system, buyer, [basketGift(700), basketGift(300)]);
    const before = await suspenseCount();
    await system.sandbox.setBalance(buyer.phoneNumber, amount);
    await system.provider.payBill({
      msisdn: buyer.phoneNumber,
      amount,
      reference: registered.billReferenceNumber,
    });
    if (status === 'COMPLETED') await untilStatus(system, buyer, registered, status);
    else await eventually('suspense', async () => ((await suspenseCount()) > before ? true : undefined));
    expect((await stateOf(system, buyer, registered)).orderStatus).toBe(status);
    expect(await vouchersOf(registered)).toBe(vouchers);
  },
);

async function suspenseCount(): Promise<number> {
  const { rows } = await system.owner.query(
    `select count(*)::int from ledger.transfers where credit = 'suspense'`,
  );
  return rows[0].count;
}

test('if the last voucher cannot be stored, no gift of the basket is paid, until a repetition pays all', async () => {
  const buyer = await newConsumer(system);
  const registered = await startBasket(system, buyer, [basketGift(700), basketGift(13_131)]);
  const mend = await failRows(system.owner, 'vouchers', 'NEW.face_cents = 1247500');
  const lost = await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, registered));
  await system.provider.deliver(lost);
  await system.idle();
  expect([await vouchersOf(registered), await postingsOf(registered)]).toEqual([0, []]);
  await mend();
  await pollOrdersNow(system);
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await vouchersOf(registered)).toBe(2);
});

test('limits count the sum of a basket', async () => {
  const buyer = await newConsumer(system);
  const over = await registerGifts(system, buyer, [basketGift(200_000), basketGift(50_001)]);
  expect(over).toMatchObject({ outcome: 'transaction_limit', refusal: { allowed: 250_000 } });
  const registered: Registered[] = [];
  for (const amounts of [
    [200_000, 50_000],
    [200_000, 49_000],
    [500, 501],
  ]) {
    const { answer } = await registerGifts(
      system,
      buyer,
      amounts.map((amount) => basketGift(amount)),
    );
    registered.push(answer);
  }
  const [first, second, third] = registered;
  if (!first || !second || !third) throw new Error('three baskets');
  for (const one of [first, second]) {
    await system.sandbox.setBalance(buyer.phoneNumber, 300_000);
    await start(system, buyer, one);
    await answerPrompt(system, buyer.phoneNumber, one);
    await untilStatus(system, buyer, one, 'COMPLETED');
  }
  expect(await start(system, buyer, third)).toMatchObject({
    outcome: 'daily_limit',
    refusal: { allowed: 1_000 },
  });
});

test.each([
  ['while the feature is off', 'feature_off', 2],
  ['of one gift', 'validation_failed', 1],
  ['of 21 gifts', 'validation_failed', 21],
] as const)('refuses a basket %s', async (_name, outcome, gifts) => {
  const buyer = await newConsumer(system);
  if (outcome === 'feature_off') await switchFeatures(system, false, 'basket');
  const refused = await registerGifts(
    system,
    buyer,
    Array.from({ length: gifts }, () => basketGift(100)),
  );
  if (outcome === 'feature_off') await switchFeatures(system, true, 'basket');
  expect(refused.outcome).toBe(outcome);
});

test('the buyer’s lists and the administrators’ page show a basket with its gifts', async () => {
  const buyer = await newConsumer(system);
  const state = await buyBasket(system, buyer, [basketGift(1_500), basketGift(3_000)]);
  const sent = (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts;
  expect(sent.map(({ paid, payerMsisdn, requestId }) => ({ paid, payerMsisdn, requestId }))).toEqual([
    { paid: 3_000, payerMsisdn: undefined, requestId: state.requestId },
    { paid: 1_500, payerMsisdn: undefined, requestId: state.requestId },
  ]);
  const administrator = await newAdministrator(system, 'finance');
  const params = { type: 'Deposit', transactionId: state.requestId } as const;
  const { answer: page } = await system.call(readTransaction, { params }, administrator);
  expect(page.basket).toMatchObject([
    { value: 1_425, voucher: { status: 'ACTIVE' } },
    { value: 2_850, voucher: { status: 'ACTIVE' } },
  ]);
  expect(page.entries).toHaveLength(3);
});

test('a single gift is described without a list of gifts', async () => {
  const buyer: SignedIn = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 1_000 });
  const state: PurchaseState = await stateOf(system, buyer, registered);
  expect(Object.keys(state)).not.toContain('gifts');
  expect(Object.keys(state)).not.toContain('paidBy');
});
