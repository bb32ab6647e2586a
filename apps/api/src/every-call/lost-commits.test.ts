import { randomUUID } from 'node:crypto';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newConsumer } from '../testing/consumers.ts';
import { leftOn, makeGift } from '../testing/gifts.ts';
import { openLossyDatabase, type LossyDatabase } from '../testing/lossy-database.ts';
import { newFundedTill } from '../testing/merchant-api-calls.ts';
import { register, registerAndStart, stateOf, untilStatus } from '../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import { newTill, owedTo, redeem } from '../testing/tills.ts';
import { registerWithdrawal as askForWithdrawal, untilWithdrawal } from '../testing/withdrawal-calls.ts';
import { createVoucher } from '../features/merchants/merchant-api/create-voucher.ts';
import { reverseRedemption } from '../features/merchants/merchant-api/reverse-redemption.ts';
import { sweepMessages } from '../features/money/callbacks/index.ts';
import { pollOrders } from '../features/mpesa/orders/index.ts';
import { registerPurchase } from '../features/money/purchases/index.ts';
import { startPurchase } from '../features/money/purchases/start-purchase.ts';
import { createRedeemer } from '../features/money/redemptions/index.ts';
import { createClaimer } from '../features/money/vouchers/claim-voucher.ts';
import { expireVouchers } from '../features/money/vouchers/index.ts';
import { registerWithdrawal } from '../features/money/withdrawals/index.ts';
import { startWithdrawal } from '../features/money/withdrawals/start-withdrawal.ts';

let system: TestSystem;
let lossy: LossyDatabase;
let deps: TestSystem['deps'];
let lostBefore: number;
beforeAll(async () => {
  system = await createTestSystem();
  lossy = await openLossyDatabase(system.deps.config.database.url ?? '');
  deps = { ...system.deps, db: lossy.db };
});
beforeEach(async () => {
  await system.provider.reset();
  lostBefore = lossy.lost();
});
afterAll(async () => {
  await lossy.close();
  await system.close();
});

/** Runs work whose transaction commits, but whose answer to COMMIT is lost. */
async function unanswered<T>(work: () => Promise<T>): Promise<T> {
  lossy.loseNextCommit();
  const result = await work();
  expect(lossy.lost()).toBe(lostBefore + 1);
  return result;
}

function purchaseOf(buyer: SignedIn, recipient = newPerson('Kip', 'Rotich')) {
  return {
    userId: buyer.user.id,
    amount: 1_000,
    recipientMsisdn: recipient.phoneNumber,
    recipientEmail: recipient.email,
    partyA: buyer.phoneNumber,
    fullName: 'Kip Rotich',
    paymentMethod: 'mpesa',
  } as const;
}

async function newSaver(): Promise<SignedIn> {
  const person = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 2_000, recipient: person });
  await createClaimer(system.deps).claim({ userId: person.user.id, claimToken });
  return person;
}

test('registers a purchase once after a lost COMMIT answer, and it can be paid', async () => {
  const buyer = await newConsumer(system);
  const body = {
    ...purchaseOf(buyer),
    transactionType: 'purchase',
    transactionDesc: '',
    cloth: 'plain',
    showsAmount: false,
    copyToBuyer: false,
  } as const;
  const registered = await unanswered(() => registerPurchase(deps, { buyerId: buyer.user.id, body }));
  const state = await stateOf(system, buyer, registered);
  expect(state).toMatchObject({
    orderStatus: 'REGISTERED',
    billReferenceNumber: registered.billReferenceNumber,
  });
  const { rows } = await system.owner.query(
    `select kind from unique_names where key = any($1) order by kind`,
    [[registered.requestId, registered.billReferenceNumber]],
  );
  expect(rows).toEqual([{ kind: 'bill_reference' }, { kind: 'purchase' }]);
});

test('sends a payment prompt once after a lost COMMIT answer', async () => {
  const buyer = await newConsumer(system);
  const { requestId, amount, partyA, billReferenceNumber } = await register(system, buyer, { amount: 1_000 });
  const body = { transactionId: requestId, amount, partyA, billReferenceNumber };
  const input = { buyerId: buyer.user.id, requestId, body };
  const state = await unanswered(() => startPurchase(deps, input));
  expect(state.orderStatus).toBe('PENDING');
  expect((await system.sandbox.phone(buyer.phoneNumber)).prompts).toHaveLength(1);
});

test('posts a payment found by the sweep once after a lost COMMIT answer', async () => {
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 1_000 });
  await system.provider.losing(() =>
    system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { pin: '1234' }),
  );
  await system.owner.query(`update orders set next_poll_at = now() where owner_id = $1`, [
    registered.requestId,
  ]);
  await unanswered(() => pollOrders(deps));
  await untilStatus(system, buyer, registered, 'COMPLETED');
  expect(await readWallet(system, buyer)).toBe(0);
});

test('processes a waiting M-PESA message once after a lost COMMIT answer', async () => {
  const buyer = await newConsumer(system);
  const { billReferenceNumber, requestId } = await register(system, buyer, { amount: 1_000 });
  const listed = { receipt: 'UKL7777777', billReference: billReferenceNumber, amountShillings: 1_000 };
  await system.owner.query(
    `insert into provider_messages (id, purpose, home_id, target_id, body, digest, received_at)
     values (gen_random_uuid(), 'c2b_pulled', gen_random_uuid(), gen_random_uuid(), $1, '', now() - interval '1 minute')`,
    [JSON.stringify(listed)],
  );
  await unanswered(() => sweepMessages(deps));
  expect((await stateOf(system, buyer, { requestId })).orderStatus).toBe('COMPLETED');
});

test('F17 redeems a voucher once after a lost COMMIT answer, and answers the till', async () => {
  const [gift, till] = [await makeGift(system, { amount: 1_000 }), await newTill(system)];
  const redeemer = createRedeemer(deps);
  const request = {
    merchantId: till.merchantId,
    businessName: 'Mama Njeri',
    id: gift.code,
    amountShillings: 100,
    idempotencyKey: randomUUID(),
    server: { channel: 'api' as const, staffId: null },
    at: { placeId: till.merchantId, till: null },
  };
  const outcome = await unanswered(() => redeemer.redeem(request));
  expect(outcome).toMatchObject({ answer: { balance: 850, redemption: { amount: 100 } } });
  await redeemer.drain();
  expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([850, 100]);
});

test('issues a voucher and reverses a redemption once after a lost COMMIT answer, and answers both requests', async () => {
  const till = await newFundedTill(system);
  const { merchantId } = till;
  const made = await unanswered(() =>
    createVoucher(deps, {
      merchantId,
      businessName: 'Mama Njeri',
      idempotencyKey: randomUUID(),
      body: { amount: 300, recipient: { name: 'Kip Rotich' }, message: '' },
    }),
  );
  expect(made).toMatchObject({ answer: { balance: 300, code: expect.stringMatching(/-/u) } });
  expect(await owedTo(system, till)).toBe(650);
  const gift = await makeGift(system, { amount: 1_000 });
  const { redemption } = (await redeem(system, till, gift.code)).answer;
  const asked = { merchantId, id: gift.voucherId, redemptionId: redemption.id };
  lostBefore = lossy.lost();
  const back = await unanswered(() => reverseRedemption(deps, { ...asked, idempotencyKey: randomUUID() }));
  expect(back).toMatchObject({ answer: { balance: 950, redemption: { status: 'REVERSED' } } });
  expect([await leftOn(system, gift), await owedTo(system, till)]).toEqual([950, 650]);
});

test('claims a gift once after a lost COMMIT answer', async () => {
  const recipient = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient });
  const answer = await unanswered(() => createClaimer(deps).claim({ userId: recipient.user.id, claimToken }));
  expect(answer).toMatchObject({ amount: 950, walletBalance: 950 });
  expect(await readWallet(system, recipient)).toBe(950);
});

test('expires a gift once after a lost COMMIT answer', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 second' where id = $1`, [
    gift.voucherId,
  ]);
  await unanswered(() => expireVouchers(deps));
  expect(await leftOn(system, gift)).toBe(0);
});

test('registers a withdrawal once after a lost COMMIT answer, and it can be started', async () => {
  const person = await newSaver();
  const body = { ...purchaseOf(person, person), transactionType: 'withdraw', transactionDesc: '' } as const;
  const registered = await unanswered(() => registerWithdrawal(deps, { userId: person.user.id, body }));
  expect(registered.requestId).toMatch(/^[0-9a-f-]{36}$/u);
  const { rows } = await system.owner.query('select status from withdrawals where id = $1', [
    registered.requestId,
  ]);
  expect(rows).toEqual([{ status: 'REGISTERED' }]);
});

test('after a lost COMMIT answer, a pay-out reserves its money once and is ordered at once, not by a later sweep', async () => {
  const person = await newSaver();
  const { requestId, ...registered } = await askForWithdrawal(system, person, 1_000);
  const input = { userId: person.user.id, requestId, body: { userId: person.user.id, ...registered } };
  const state = await unanswered(() => startWithdrawal(deps, input));
  expect(state).toMatchObject({ orderStatus: 'PENDING', walletBalance: 900 });
  const { rows } = await system.owner.query(
    `select 1 from orders where id = $1 and state in ('SENT', 'SUCCEEDED')`,
    [requestId],
  );
  expect(rows).toHaveLength(1);
  await untilWithdrawal(system, person, { requestId, ...registered }, 'COMPLETED');
  expect((await system.sandbox.phone(person.phoneNumber)).balance).toBe(50_975);
});
