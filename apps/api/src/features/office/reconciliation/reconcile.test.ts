import {
  approveRequest,
  bookReconciliationCharges,
  queryReconciliationItem,
  recheckReconciliation,
} from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { watchBooks } from '../../../testing/books-agree.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { answerPrompt, registerAndStart, stateOf } from '../../../testing/purchase-calls.ts';
import {
  book,
  compareToday,
  itemsOf,
  only,
  payOutReceipt,
  payWithLostConfirmation,
} from '../../../testing/reconciliation-calls.ts';
import { payForGift, refund, untilRefunded } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { fund, newSaver, registerAndStartWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { account } from '../../services/postings/index.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
let booksAgree: () => Promise<void>;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  booksAgree = await watchBooks(system);
  [maker, checker] = await Promise.all([newAdministrator(system), newAdministrator(system, 'administrator')]);
});
afterAll(() => system.close());

const balanceOf = (code: string) => readBalance(system.deps.db, { account: code });
test('matches payments that statement and ledger have, and makes no second run for the same file', async () => {
  const saver = await newSaver(system);
  const receipt = await payOutReceipt(system, saver, 1_000);
  const run = await compareToday(system, maker, 'utility');
  expect(run).toMatchObject({
    account: 'utility',
    openItems: 0,
    items: { missing_here: 0, amount_differs: 0 },
  });
  expect(only(await itemsOf(system, maker, { search: receipt }))).toMatchObject({
    state: 'matched',
    status: 'agrees',
    theirsCents: -97_500,
    oursCents: -97_500,
  });
  const again = await compareToday(system, maker, 'utility');
  expect(again.runId).toBe(run.runId);
});

test('posts all charges that only the statement has in one step, once, under their receipts', async () => {
  const saver = await newSaver(system);
  const receipt = await payOutReceipt(system, saver, 1_200);
  const run = await compareToday(system, maker, 'working');
  expect(run.openItems).toBeGreaterThan(0);
  const before = await balanceOf(account.providerCharges);
  const body = { runId: run.runId, reason: 'Tariff of M-PESA' };
  const results = await Promise.all([
    system.call(bookReconciliationCharges, { body }, { bearer: maker.bearer }),
    system.call(bookReconciliationCharges, { body }, { bearer: checker.bearer }),
  ]);
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'reconciliation_closed']);
  expect((await balanceOf(account.providerCharges)) - before).toBe(BigInt(run.withdrawnCents));
  expect(only(await itemsOf(system, maker, { search: receipt, kind: 'charge' }))).toMatchObject({
    status: 'booked',
    theirsCents: -500,
    reason: 'Tariff of M-PESA',
    closedBy: expect.stringContaining('Administrator'),
  });
  await payOutReceipt(system, saver, 300);
  const next = await compareToday(system, maker, 'working');
  expect(next.items).toMatchObject({ matched: run.lines, missing_here: 1 });
});

test('queries M-PESA about a lost payment, and the item agrees after M-PESA has confirmed it', async () => {
  const buyer = await newConsumer(system);
  const purchase = await registerAndStart(system, buyer, { amount: 700 });
  await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, purchase));
  const run = await compareToday(system, maker, 'collection');
  const item = only(await itemsOf(system, maker, { runId: run.runId, search: purchase.billReferenceNumber }));
  expect(item).toMatchObject({ state: 'missing_here', status: 'open', differenceCents: 70_000 });
  const asked = await system.call(
    queryReconciliationItem,
    { body: { itemId: item.itemId } },
    { bearer: maker.bearer },
  );
  expect(asked.answer).toMatchObject({ asked: 1, item: { status: 'agrees', state: 'matched' } });
  expect((await stateOf(system, buyer, purchase)).orderStatus).toBe('COMPLETED');
});

test('if two payments have one account number, the posted one keeps matching, in any order of the statement’s lines', async () => {
  const buyer = await newConsumer(system);
  const purchase = await registerAndStart(system, buyer, { amount: 800 });
  const { billReferenceNumber: search } = purchase;
  await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, purchase));
  const { runId } = await compareToday(system, maker, 'collection');
  const { itemId } = only(await itemsOf(system, maker, { runId, search }));
  await system.call(queryReconciliationItem, { body: { itemId } }, { bearer: maker.bearer });
  const shown = only(await itemsOf(system, maker, { runId, search }));
  await payWithLostConfirmation(system, 80, search);
  // The newest line is first.
  const next = await itemsOf(system, maker, {
    runId: (await compareToday(system, maker, 'collection')).runId,
    search,
  });
  expect(next).toHaveLength(2);
  for (const { receipt, state } of next) {
    expect(state).toBe(receipt === shown.receipt ? 'matched' : 'missing_here');
  }
});

test('finds a lost pay-out by its amount and phone number', async () => {
  const saver = await newSaver(system);
  await system.provider.losing(() => registerAndStartWithdrawal(system, saver, 1_100));
  const run = await compareToday(system, maker, 'utility');
  const item = only(await itemsOf(system, maker, { runId: run.runId, state: 'missing_here' }));
  const { answer } = await system.call(
    queryReconciliationItem,
    { body: { itemId: item.itemId } },
    { bearer: maker.bearer },
  );
  expect(answer.asked).toBe(1);
  await eventually('the pay-out in our books', async () => {
    const checked = await system.call(
      recheckReconciliation,
      { body: { runId: run.runId } },
      { bearer: maker.bearer },
    );
    return checked.answer.openItems === 0 ? true : undefined;
  });
});

test('puts a stranger’s payment into suspense once, however often a statement or a callback shows it', async () => {
  await payWithLostConfirmation(system, 450, 'NOBODY1');
  const run = await compareToday(system, maker, 'collection');
  const item = only(await itemsOf(system, maker, { runId: run.runId, search: 'NOBODY1' }));
  await payWithLostConfirmation(system, 10, 'NOBODY2');
  const overlapping = await compareToday(system, maker, 'collection');
  expect(overlapping.runId).not.toBe(run.runId);
  const twin = only(await itemsOf(system, maker, { runId: overlapping.runId, search: 'NOBODY1' }));
  const before = await balanceOf(account.suspense);
  const results = await Promise.all([
    book(system, maker, item.itemId, 'suspense'),
    book(system, checker, twin.itemId, 'suspense'),
  ]);
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'reconciliation_closed']);
  expect((await balanceOf(account.suspense)) - before).toBe(45_000n);
  const { rows } = await system.owner.query(`select kind from reviews where details ->> 'receipt' = $1`, [
    item.receipt,
  ]);
  expect(rows).toEqual([{ kind: 'money_without_purchase' }]);
});

test('S260 a correction from KES 10,000 requires another administrator’s approval', async () => {
  await payWithLostConfirmation(system, 12_000, 'LARGE1');
  const run = await compareToday(system, maker, 'collection');
  const item = only(await itemsOf(system, maker, { runId: run.runId, search: 'LARGE1' }));
  const before = await balanceOf(account.suspense);
  const asked = await book(system, maker, item.itemId, 'suspense');
  expect(asked.answer).toMatchObject({ action: { outcome: 'waiting' }, item: { status: 'waiting' } });
  expect((await book(system, checker, item.itemId, 'suspense')).outcome).toBe('approval_open');
  const approvalId = asked.answer.item.approvalId ?? '';
  const approve = (administrator: Administrator) =>
    system.call(approveRequest, { body: { approvalId, reason: '' } }, { bearer: administrator.bearer });
  expect((await approve(maker)).outcome).toBe('second_person_needed');
  expect((await approve(checker)).outcome).toBe('ok');
  expect((await balanceOf(account.suspense)) - before).toBe(1_200_000n);
  expect(only(await itemsOf(system, maker, { runId: run.runId, search: 'LARGE1' })).status).toBe('booked');
});

test('posts a move from collection to pay-out only once, although both statements show it', async () => {
  await fund(system, await newConsumer(system), 3_000);
  const [collection, payout] = [await balanceOf(account.collection), await balanceOf(account.payout)];
  await moveFloat(2_000);
  const [left, right] = [
    await compareToday(system, maker, 'collection'),
    await compareToday(system, maker, 'utility'),
  ];
  const out = only(
    await itemsOf(system, maker, { runId: left.runId, state: 'missing_here', status: 'open' }).then((items) =>
      items.filter(({ differenceCents }) => differenceCents === -200_000),
    ),
  );
  expect((await book(system, maker, out.itemId, 'moved')).outcome).toBe('ok');
  const other = only(await itemsOf(system, maker, { runId: right.runId, search: out.receipt }));
  expect(other).toMatchObject({ status: 'agrees', theirsCents: 200_000, oursCents: 200_000 });
  expect((await balanceOf(account.collection)) - collection).toBe(-200_000n);
  expect((await balanceOf(account.payout)) - payout).toBe(200_000n);
});

async function moveFloat(amountShillings: number): Promise<void> {
  const before = await system.sandbox.books();
  await system.deps.mpesa.b2b({
    command: 'BusinessPayToBulk',
    receiverShortCode: '600100',
    amountShillings,
    remarks: 'Float',
    callbackToken: 'ab'.repeat(20),
  });
  await eventually('moved float', async () =>
    (await system.sandbox.books()).utility > before.utility ? true : undefined,
  );
}

test('a refunded payment matches the statement with both of its receipts', async () => {
  const gift = await payForGift(system, 900);
  await refund(system, maker, gift);
  expect((await untilRefunded(system, gift)).returnedTo).toBe('mpesa');
  const { runId } = await compareToday(system, maker, 'collection');
  const matched = await itemsOf(system, maker, { runId, state: 'matched' });
  expect(matched.filter(({ oursCents }) => Math.abs(oursCents) === 90_000)).toHaveLength(2);
});

test('S259 M-PESA’s books and our ledger agree when no item is open', async () => {
  const run = await compareToday(system, maker, 'collection');
  for (const { itemId } of await itemsOf(system, maker, { runId: run.runId, status: 'open' })) {
    expect((await book(system, maker, itemId, 'suspense')).outcome).toBe('ok');
  }
  await booksAgree();
});
