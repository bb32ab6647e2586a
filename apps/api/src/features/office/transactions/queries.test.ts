import { randomUUID } from 'node:crypto';
import {
  queryOpenTransactions,
  queryReceipt,
  queryTransaction,
  readReceipt,
  readTransaction,
  systemHealth,
} from '@zawadi/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postOrThrow, readBalance } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { receiptInSms } from '../../../testing/pay-bill-reports.ts';
import { payWithLostResult, registerAndStart, untilStatus } from '../../../testing/purchase-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { newSaver, registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { pollOrders } from '../../mpesa/orders/index.ts';
import { account } from '../../services/postings/index.ts';

/** One system with M-PESA's list of received payments, which is a separate product, and one without. */
const systems = {} as { listed: TestSystem; unlisted: TestSystem };
const supporters = new Map<TestSystem, Administrator>();
beforeAll(async () => {
  systems.listed = await createTestSystem();
  systems.unlisted = await createTestSystem();
  Object.assign(systems.unlisted.deps.config.mpesa, { nominatedMsisdn: undefined });
  for (const system of Object.values(systems)) {
    await sendPayBillAddresses(system.deps);
    system.atEnd(await watchBooks(system));
    supporters.set(system, await newAdministrator(system, 'support'));
  }
});
beforeEach(() => Promise.all(Object.values(systems).map(({ provider }) => provider.reset())));
afterAll(() => Promise.all(Object.values(systems).map((system) => system.close())));

const support = (system: TestSystem) => supporters.get(system) as Administrator;
const ask = async (system: TestSystem, receipt: string) =>
  (await system.call(queryReceipt, { body: { receipt } }, support(system))).answer;
const read = async (system: TestSystem, receipt: string) =>
  (await system.call(readReceipt, { params: { receipt } }, support(system))).answer;
const lifeOf = async (system: TestSystem, type: 'Deposit' | 'Withdrawal', transactionId: string) =>
  (await system.call(readTransaction, { params: { type, transactionId } }, support(system))).answer;
const suspense = ({ deps }: TestSystem) => readBalance(deps.db, { account: account.suspense });

test.each(['listed', 'unlisted'] as const)(
  'a receipt that only M-PESA knows pays for its purchase once it is asked about (%s)',
  async (kind) => {
    const system = systems[kind];
    const buyer = await newConsumer(system);
    const { registered } = await payWithLostResult(system, buyer, 1_500);
    const receipt = await receiptInSms(system, buyer.phoneNumber, 'sent to');
    expect(await read(system, receipt)).toMatchObject({ queries: [], answers: [], payments: [] });
    expect(await ask(system, receipt.toLowerCase())).toMatchObject({ outcome: 'accepted' });
    const paid = await untilStatus(system, buyer, registered, 'COMPLETED');
    expect(paid.mpesaReceipt).toBe(receipt);
    const found = await read(system, receipt);
    expect(found).toMatchObject({
      queries: [
        { call: 'status', askedBy: 'administrator', administrator: support(system).name, state: 'answered' },
      ],
      answers: [{ meaning: 'received', status: 'Completed', amount: 1_500 }],
      payments: [{ transactionId: registered.requestId, status: 'Success', amount: 1_500 }],
      reviews: [],
    });
    expect(found.answers[0]?.from).not.toContain(buyer.phoneNumber);
    const life = await lifeOf(system, 'Deposit', registered.requestId);
    expect(life.queries.map(({ administrator }) => administrator)).toContain(support(system).name);
    expect(life.messages.map(({ purpose }) => purpose)).toContain('receipt_status');
  },
);

test('money that fits no purchase goes to suspense once, and its case is shown with the receipt', async () => {
  const system = systems.unlisted;
  const before = await suspense(system);
  const { phoneNumber: msisdn } = await newConsumer(system);
  await system.sandbox.setBalance(msisdn, 640);
  await system.provider.losing(() => system.provider.payBill({ msisdn, amount: 640, reference: 'MAMA' }));
  const receipt = await receiptInSms(system, msisdn, 'sent to');
  await Promise.all([ask(system, receipt), ask(system, receipt)]);
  await until(async () =>
    expect((await read(system, receipt)).reviews).toMatchObject([
      { kind: 'money_without_purchase', isOpen: true },
    ]),
  );
  await system.idle();
  expect((await suspense(system)) - before).toBe(64_000n);
});

test('a receipt that a correction has already posted is shown and posted no second time', async () => {
  const system = systems.unlisted;
  const { phoneNumber: msisdn } = await newConsumer(system);
  await system.sandbox.setBalance(msisdn, 710);
  await system.provider.losing(() => system.provider.payBill({ msisdn, amount: 710, reference: 'OWNER' }));
  const reference = await receiptInSms(system, msisdn, 'sent to');
  const id = randomUUID();
  const float = {
    id,
    homeId: id,
    kind: 'float',
    debit: account.collection,
    credit: 'adjustments',
    amount: 71_000n,
  };
  await inTransaction(system.deps.db, (tx) => postOrThrow(tx, [{ transfers: [{ ...float, reference }] }]));
  const before = await suspense(system);
  await ask(system, reference);
  await until(async () =>
    expect((await read(system, reference)).answers).toMatchObject([{ meaning: 'received', amount: 710 }]),
  );
  await system.idle();
  expect(await suspense(system)).toBe(before);
});

test('a receipt of a pay-out, an unknown one and one from before the start are shown and change nothing', async () => {
  const system = systems.unlisted;
  const before = await suspense(system);
  const saver = await newSaver(system);
  const withdrawal = await registerAndStartWithdrawal(system, saver, 500);
  await untilWithdrawal(system, saver, withdrawal, 'COMPLETED');
  const paidOut = await receiptInSms(system, saver.phoneNumber, 'received');
  const meaningOf = async (receipt: string) => {
    await ask(system, receipt);
    return until(async () => {
      const { answers } = await read(system, receipt);
      expect(answers).toHaveLength(1);
      return answers[0]?.meaning;
    });
  };
  expect(await meaningOf(paidOut)).toBe('paid');
  expect(await meaningOf('UKS0000000')).toBe('not_found');
  const move = (way: string) =>
    system.owner.query(
      `update callback_tokens set created_at = created_at ${way} interval '1 hour' where purpose = 'c2b'`,
    );
  const { phoneNumber: msisdn } = await newConsumer(system);
  await system.sandbox.setBalance(msisdn, 310);
  await system.provider.losing(() => system.provider.payBill({ msisdn, amount: 310, reference: 'OLD' }));
  await move('+');
  const old = await receiptInSms(system, msisdn, 'sent to');
  expect(await meaningOf(old)).toBe('received');
  await system.idle();
  expect(await suspense(system)).toBe(before);
  await move('-');
  await ask(system, old);
  await until(async () => expect((await suspense(system)) - before).toBe(31_000n));
});

test('an administrator may query a failed purchase, and sees an unanswered query', async () => {
  const system = systems.listed;
  const buyer = await newConsumer(system);
  const registered = await registerAndStart(system, buyer, { amount: 880 });
  await system.sandbox.answerPrompt(buyer.phoneNumber, registered.billReferenceNumber, { cancel: true });
  await untilStatus(system, buyer, registered, 'CANCELED');
  const transactionId = registered.requestId;
  expect((await lifeOf(system, 'Deposit', transactionId)).actions.canQuery).toBe(true);
  const again = async () =>
    (await system.call(queryTransaction, { body: { type: 'Deposit', transactionId } }, support(system)))
      .answer;

  await system.sandbox.behave({ failHttp: { path: '/mpesa/stkpushquery', status: 503, times: 1 } });
  expect(await again()).toEqual({ status: 'Failed', outcome: 'unanswered' });
  await system.sandbox.behave({ executeThenDrop: { path: '/mpesa/stkpushquery', times: 1 } });
  expect(await again()).toEqual({ status: 'Failed', outcome: 'unanswered' });
  const { provider } = (await system.call(systemHealth, {}, support(system))).answer;
  expect(provider).toMatchObject({ state: 'attention', unansweredQueries: 2 });

  await system.provider.reset();
  expect(await again()).toEqual({ status: 'Failed', outcome: 'answered' });
  const { queries } = await lifeOf(system, 'Deposit', transactionId);
  const by = { call: 'prompt', askedBy: 'administrator', administrator: support(system).name } as const;
  expect(queries).toMatchObject([
    { ...by, state: 'unanswered', detail: expect.stringContaining('503') },
    { ...by, state: 'unanswered' },
    { ...by, state: 'answered' },
  ]);
});

test('a failed withdrawal is asked about by its status, which M-PESA answers by callback', async () => {
  const system = systems.listed;
  const saver = await newSaver(system);
  await system.sandbox.behave({ b2c: 'fail' });
  const withdrawal = await registerAndStartWithdrawal(system, saver, 500);
  await untilWithdrawal(system, saver, withdrawal, 'CANCELED');
  const { requestId: transactionId } = withdrawal;
  const body = { type: 'Withdrawal', transactionId } as const;
  const { answer } = await system.call(queryTransaction, { body }, support(system));
  expect(answer).toEqual({ status: 'Failed', outcome: 'accepted' });
  await until(async () => {
    const { queries, messages } = await lifeOf(system, 'Withdrawal', transactionId);
    expect(queries).toMatchObject([{ call: 'status', state: 'answered' }]);
    expect(messages.map(({ purpose }) => purpose)).toContain('withdrawal_status');
  });
});

test('S299 support may query M-PESA again, a role that only reads may not', async () => {
  const system = systems.listed;
  const saver = await newSaver(system);
  const withdrawal = await registerAndStartWithdrawal(system, saver, 500);
  await untilWithdrawal(system, saver, withdrawal, 'COMPLETED');
  const { requestId: transactionId } = withdrawal;
  const body = { type: 'Withdrawal', transactionId } as const;
  const reader = await newAdministrator(system, 'read-only');
  const { answer } = await system.call(queryTransaction, { body }, support(system));
  expect(answer).toEqual({ status: 'Success', outcome: 'not_needed' });
  expect((await system.call(queryTransaction, { body }, reader)).outcome).toBe('forbidden');
  expect((await system.call(queryOpenTransactions, {}, reader)).outcome).toBe('forbidden');
  expect((await system.call(queryReceipt, { body: { receipt: 'UKS0000000' } }, reader)).outcome).toBe(
    'forbidden',
  );
  const { rows } = await system.owner.query(
    `select actor_name as name, action from audit_log where subject_id = $1 and action = 'payment.queried'`,
    [transactionId],
  );
  expect(rows).toEqual([{ name: support(system).name, action: 'payment.queried' }]);
});

test('asks about all payments without a result at once, a few in each second, and records the requester', async () => {
  const system = systems.listed;
  const purchases = [];
  for (const amount of [910, 920, 930, 940, 950, 960]) {
    const buyer = await newConsumer(system);
    const { registered } = await payWithLostResult(system, buyer, amount);
    purchases.push({ buyer, registered });
  }
  const ids = purchases.map(({ registered }) => registered.requestId);
  await system.owner.query(
    `update orders set created_at = created_at - interval '11 minutes', polled_at = null,
       next_poll_at = now() + interval '30 minutes' where owner_id = any($1)`,
    [ids],
  );
  const { answer } = await system.call(queryOpenTransactions, {}, support(system));
  expect(answer).toEqual({ count: 6 });
  expect((await system.call(queryOpenTransactions, {}, support(system))).answer).toEqual({ count: 0 });
  const { rows } = await system.owner.query<{ due: boolean }>(
    `select next_poll_at > now() + interval '0.5 s' as due from orders where owner_id = any($1) order by 1`,
    [ids],
  );
  expect(rows.filter(({ due }) => due).length).toBeGreaterThanOrEqual(1);
  await system.owner.query('update orders set next_poll_at = now() where owner_id = any($1)', [ids]);
  await pollOrders(system.deps);
  for (const { buyer, registered } of purchases) {
    await untilStatus(system, buyer, registered, 'COMPLETED');
    const [query] = (await lifeOf(system, 'Deposit', registered.requestId)).queries;
    expect(query).toMatchObject({ state: 'answered', administrator: support(system).name });
  }
});
