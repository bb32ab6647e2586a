import { approveSettlement, confirmSettlementOutcome, proposeSettlementOutcome } from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { watchPaidOut } from '../../../testing/books-agree.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  readDetail,
  settleOne,
  untilFailed,
  untilPaid,
  untilSettlement,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';
import { applyResult, findOrder, type OrderResult } from '../../mpesa/orders/index.ts';
import { payDueBatches } from './pay-due-batches.ts';

let system: TestSystem;
let administrator: Administrator;
let assertPaidOutAgrees: () => Promise<void>;
beforeAll(async () => {
  system = await createSettlingSystem();
  administrator = await newAdministrator(system);
  assertPaidOutAgrees = await watchPaidOut(system);
  system.atEnd(() => assertPaidOutAgrees());
});
beforeEach(async () => {
  await system.provider.reset();
  // Renews our M-PESA token now. Otherwise the planned fault could hit the renewal instead of the order.
  await system.deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
});
afterAll(() => system.close());

const till = { kind: 'till', tillNumber: '123456' } as const;

async function newNumberShop(): Promise<{ shop: Payee; msisdn: string }> {
  const msisdn = newPerson('Duka', 'Moja').phoneNumber;
  const shop = await newPayee(system, { kind: 'mpesa', msisdn });
  await earn(system, shop, 1_000);
  return { shop, msisdn };
}

const balanceOf = async (msisdn: string) => (await system.sandbox.phone(msisdn)).balance;
const ordersTo = async (party: string, amount: number) =>
  (await system.sandbox.events()).filter(
    ({ detail }) => detail === `KES ${amount.toLocaleString('en-KE')} to ${party}`,
  ).length;

test('F10 repeats a pay-out whose answer and result were lost under the same id, and pays once', async () => {
  const { shop, msisdn } = await newNumberShop();
  await system.sandbox.behave({
    executeThenDrop: { path: paths.b2c, times: 1 },
    callback: { drop: true },
  });
  const batch = await settleOne(system, administrator, shop);
  await eventually('the money on the phone', async () =>
    (await balanceOf(msisdn)) === 50_990 ? true : undefined,
  );
  await system.sandbox.behave({ callback: { drop: false } });
  await pollOrdersNow(system);
  expect((await readDetail(system, shop, batch)).settlement.status).toBe('Processing');
  await pollOrdersNow(system);
  const paid = await untilPaid(system, shop, batch);
  expect(paid.attempts).toHaveLength(1);
  expect(await balanceOf(msisdn)).toBe(50_990);
});

test('while M-PESA is unreachable, a pay-out to a phone is unknown, then repeated under the same id', async () => {
  const { shop, msisdn } = await newNumberShop();
  await system.sandbox.behave({ failHttp: { path: paths.b2c, status: 503, times: 1 } });
  const batch = await settleOne(system, administrator, shop);
  expect(batch.status).toBe('Processing');
  await pollOrdersNow(system);
  await untilPaid(system, shop, batch);
  expect(await balanceOf(msisdn)).toBe(50_990);
});

test('never repeats an unanswered pay-out to a business; M-PESA’s result completes it', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 1_100);
  await system.sandbox.behave({ hang: { path: paths.b2b, ms: 11_000, times: 1 } });
  const batch = await settleOne(system, administrator, shop);
  expect(batch.status).toBe('Processing');
  await pollOrdersNow(system);
  await untilPaid(system, shop, batch);
  expect(await ordersTo('123456', 1_089)).toBe(1);
});

test('a late result completes a pay-out to a business even if the answer was lost', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 1_200);
  await system.sandbox.behave({ executeThenDrop: { path: paths.b2b, times: 1 } });
  const batch = await settleOne(system, administrator, shop);
  await untilPaid(system, shop, batch);
  await pollOrdersNow(system);
  expect(await ordersTo('123456', 1_188)).toBe(1);
});

test('S337 a status query completes a pay-out to a business whose result was lost', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 1_300);
  let batch = { batchId: '' };
  await system.provider.losing(async () => {
    batch = await settleOne(system, administrator, shop);
  });
  await Promise.all([pollOrdersNow(system), pollOrdersNow(system), pollOrdersNow(system)]);
  const paid = await untilPaid(system, shop, batch);
  expect(paid.settlement.reference).toMatch(/^[A-Z0-9]{10}$/u);
});

test('F11 a queue time-out fails no pay-out; the later result completes or fails it', async () => {
  const [lucky, unlucky] = [await newNumberShop(), await newNumberShop()];
  await system.sandbox.behave({ b2c: 'queue-timeout-then-succeed' });
  const first = await settleOne(system, administrator, lucky.shop);
  await system.sandbox.behave({ b2c: 'queue-timeout-then-fail' });
  const second = await settleOne(system, administrator, unlucky.shop);
  await untilPaid(system, lucky.shop, first);
  const failed = await untilSettlement(
    system,
    unlucky.shop,
    second,
    ({ settlement }) => settlement.failureReason !== undefined,
  );
  expect(failed.settlement.status).toBe('Pending');
  expect(await balanceOf(unlucky.msisdn)).toBe(50_000);
});

test('F30 the sweep sends an order that a dead process committed but did not send', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 1_400);
  const dead = { ...system.deps, mpesa: { ...system.deps.mpesa } };
  // The process dies during its call to M-PESA, and M-PESA receives nothing.
  dead.mpesa.b2b = () => Promise.reject(new Error('killed'));
  const batch = await makeWithoutPaying(shop);
  await payDueBatches(dead, { merchantId: shop.merchantId });
  const { settlement, attempts } = await readDetail(system, shop, batch);
  expect(settlement.status).toBe('Processing');
  // It died after it claimed the order for sending. The outcome is unknown, so no worker sends the order again.
  await pollOrdersNow(system);
  expect(await ordersTo('123456', 1_386)).toBe(0);

  // Had it died before claiming the order, the next sweep would send it.
  await system.owner.query(`update orders set state = 'INTENT', sends = 0 where id = $1`, [
    attempts[0]?.attemptId,
  ]);
  await Promise.all([pollOrdersNow(system), pollOrdersNow(system)]);
  await untilPaid(system, shop, batch);
  expect(await ordersTo('123456', 1_386)).toBe(1);
});

async function makeWithoutPaying(shop: Payee) {
  await system.owner.query(
    `insert into circuit_breakers (name, reason, until) values ('settlements', 'a test', now() + interval '1 hour')`,
  );
  const batch = await settleOne(system, administrator, shop);
  await system.owner.query('delete from circuit_breakers');
  return batch;
}

test('two administrators decide the outcome of a pay-out to a business after an hour without a result', async () => {
  const shop = await newPayee(system, till);
  await earn(system, shop, 1_500);
  await system.sandbox.behave({ failHttp: { path: paths.b2b, status: 503, times: 1 } });
  const batch = await settleOne(system, administrator, shop);
  const body = { batchId: batch.batchId, outcome: 'not_paid', reason: 'Not in the statement' } as const;
  const early = await system.call(proposeSettlementOutcome, { body }, { bearer: administrator.bearer });
  expect(early.outcome).toBe('settlement_not_markable');

  const attemptId = (await readDetail(system, shop, batch)).attempts[0]?.attemptId;
  await system.owner.query(
    `update settlement_attempts set started_at = started_at - interval '2 hours' where id = $1`,
    [attemptId],
  );
  await system.owner.query(`update orders set created_at = now() - interval '2 hours' where id = $1`, [
    attemptId,
  ]);
  await pollOrdersNow(system);
  const { rows } = await system.owner.query('select kind from reviews where subject_id = $1', [attemptId]);
  expect(rows).toEqual([{ kind: 'settlement_unknown_for_long' }]);
  const second = await newAdministrator(system, 'administrator');
  await system.call(proposeSettlementOutcome, { body }, { bearer: administrator.bearer });
  const confirmed = await system.call(
    confirmSettlementOutcome,
    { body: { batchId: batch.batchId, isConfirmed: true } },
    { bearer: second.bearer },
  );
  expect(confirmed.answer).toMatchObject({ status: 'Pending', failureReason: 'Not in the statement' });
  const orders = await system.owner.query(
    'select state, result_code as code, next_poll_at from orders where id = $1',
    [attemptId],
  );
  expect(orders.rows).toEqual([{ state: 'FAILED', code: 'marked_not_paid', next_poll_at: null }]);
  await system.call(
    approveSettlement,
    { body: { batchId: batch.batchId } },
    { bearer: administrator.bearer },
  );
  await untilPaid(system, shop, batch);
});

test('a success reported after a failure completes the batch, because its money is still reserved', async () => {
  const { shop } = await newNumberShop();
  await system.sandbox.behave({ endWith: { path: paths.b2c, resultCode: '2040', times: 1 } });
  const batch = await settleOne(system, administrator, shop);
  const failed = await untilFailed(system, shop, batch);
  const order = await findOrder(system.deps.db, {
    homeId: shop.merchantId,
    id: failed.attempts[0]?.attemptId ?? '',
  });
  if (!order) throw new Error('the order is gone');
  const say = (result: OrderResult) =>
    inTransaction(system.deps.db, (tx) => applyResult(tx, system.deps, order, result));
  // The sandbox has not really paid this receipt. So the books are compared before and after it, but not across it.
  await assertPaidOutAgrees();
  expect(await say({ outcome: 'succeeded', receipt: 'SKQ7LATE01' })).toBe('completed');
  expect(await say({ outcome: 'succeeded', receipt: 'SKQ7LATE01' })).toBe('repeated');
  assertPaidOutAgrees = await watchPaidOut(system);
  const { settlement } = await readDetail(system, shop, batch);
  expect(settlement).toMatchObject({ status: 'Completed', reference: 'SKQ7LATE01' });
  expect(await owedTo(system, shop)).toBe(0);
  const failure = { resultCode: '8', reason: 'recipient_limit', isOurFault: false } as const;
  expect(await say({ outcome: 'failed', ...failure })).toBe('review');
  expect(await say({ outcome: 'succeeded', receipt: 'SKQ7LATE02' })).toBe('review');
});
