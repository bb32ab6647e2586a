import {
  bookReversal,
  readReconciliationRun,
  readStatementProofs,
  recheckReconciliation,
} from '@zawadi/contract';
import { dashedPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { registerAndStart } from '../../../testing/purchase-calls.ts';
import {
  book,
  compareToday,
  downloadStatement,
  itemsOf,
  only,
  upload,
} from '../../../testing/reconciliation-calls.ts';
import { payForGift } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { nextSecond } from '../../../testing/until.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let finance: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  finance = await newAdministrator(system);
});
afterAll(() => system.close());

const balancesOf = async (runId: string) =>
  (await system.call(readReconciliationRun, { params: { runId } }, finance)).answer.balances;

const HEADINGS =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Linked Transaction ID,A/C No.';

/** Uploads lines of the collection account, as a statement of a few seconds. */
async function uploadLines(...lines: string[]) {
  const { run } = await upload(system, finance, {
    account: 'collection',
    text: [HEADINGS, ...lines].join('\n'),
  });
  return run;
}

/** Reads a purchase by its bill reference. */
async function purchaseOf(billReference: string) {
  const { rows } = await system.owner.query<{ purchaseId: string; receipt: string | null }>(
    'select id as "purchaseId", mpesa_receipt as receipt from purchases where bill_reference = $1',
    [billReference],
  );
  const [purchase] = rows;
  if (!purchase) throw new Error('no such purchase');
  return purchase;
}

/** Pays for a gift. The receipt comes with M-PESA's report, perhaps after a query has completed the payment. */
async function paidGift(amount: number) {
  const { billReferenceNumber } = (await payForGift(system, amount)).purchase;
  return eventually('the receipt', async () => {
    const purchase = await purchaseOf(billReferenceNumber);
    return purchase.receipt === null ? undefined : purchase;
  });
}

const now = () => formatNairobi(new Date(), dashedPattern);

test('the closing balance of a statement equals the ledger’s at that moment, once every line is booked', async () => {
  await payForGift(system, 1_000);
  const agreed = await compareToday(system, finance, 'collection');
  expect(agreed.balances).toMatchObject({ ledgerCents: agreed.balances?.closingCents });
  // The next statement ends with a payment of a later second.
  await nextSecond();
  await payForGift(system, 100);
  const stranger = {
    account: 'collection',
    receipt: 'UKLPROOF01',
    amount: 330,
    details: 'Pay Bill',
  } as const;
  await system.sandbox.behave({ statement: { strangers: [stranger] } });
  const { runId } = await compareToday(system, finance, 'collection');
  await system.provider.reset();
  const before = await balancesOf(runId);
  expect((before?.closingCents ?? 0) - (before?.ledgerCents ?? 0)).toBe(33_000);

  const { proofs } = (await system.call(readStatementProofs, {}, finance)).answer;
  expect(proofs.find(({ account }) => account === 'collection')).toEqual({
    account: 'collection',
    provedUntil: agreed.balances?.closesAt,
    runId: agreed.runId,
    differsAt: before?.closesAt,
  });

  // Money that arrives after the statement changes neither of its balances.
  await nextSecond();
  await payForGift(system, 500);
  expect(await balancesOf(runId)).toEqual(before);
  const item = only(await itemsOf(system, finance, { runId, status: 'open' }));
  expect(await book(system, finance, item.itemId, 'suspense')).toMatchObject({ outcome: 'ok' });
  expect(await balancesOf(runId)).toMatchObject({ ledgerCents: before?.closingCents });
});

test('one statement of an account that the ledger keeps together with another proves no balance', async () => {
  const text = await downloadStatement(system, 'utility');
  const { run } = await upload(system, finance, { account: 'utility', text });
  expect(run.balances).toMatchObject({ closingCents: expect.any(Number) });
  expect(run.balances).not.toHaveProperty('ledgerCents');
});

test('a reversal leads to the payment that it takes back, and no correction books it', async () => {
  const { receipt, purchaseId } = await paidGift(700);
  const run = await uploadLines(`UKLREVA001,${now()},Reversal by Safaricom,Completed,,700.00,${receipt},`);
  const item = only(await itemsOf(system, finance, { runId: run.runId, search: 'UKLREVA001' }));
  expect(item).toMatchObject({
    state: 'missing_here',
    corrections: [],
    payment: { transactionId: purchaseId, status: 'COMPLETED', isTakenBack: true },
  });
  expect((await book(system, finance, item.itemId, 'suspense')).outcome).toBe('correction_unsuitable');
  const body = { transactionId: purchaseId, receipt: 'UKLREVA001', reason: 'As the statement says' };
  expect((await system.call(bookReversal, { body }, finance)).answer.outcome).toBe('done');
  await system.call(recheckReconciliation, { body: { runId: run.runId } }, finance);
  expect(only(await itemsOf(system, finance, { search: 'UKLREVA001' })).status).toBe('agrees');
});

test('finds the reversed payment in M-PESA’s words, and leaves a reversal of a part to a correction', async () => {
  const { receipt, purchaseId } = await paidGift(900);
  // A receipt without digits could be a word.
  await system.owner.query(`update unique_names set key = 'UKLWORDS01' where kind = 'receipt' and key = $1`, [
    receipt,
  ]);
  const words = 'Reversal of Pay Bill Online UKLWORDS01 to 254712000001';
  const run = await uploadLines(`UKLREVA002,${now()},${words},Completed,,40.00,,`);
  const item = only(await itemsOf(system, finance, { runId: run.runId, search: 'UKLREVA002' }));
  expect(item.payment).toMatchObject({ transactionId: purchaseId, isTakenBack: false });
  expect(item.corrections).toContain('suspense');
});

test('names the payment that an account number means', async () => {
  const buyer = await newConsumer(system);
  const { billReferenceNumber: billReference } = await registerAndStart(system, buyer, { amount: 250 });
  const { purchaseId } = await purchaseOf(billReference);
  const run = await uploadLines(`UKLACCT001,${now()},Pay Bill,Completed,250.00,,,${billReference}`);
  expect(only(await itemsOf(system, finance, { runId: run.runId, search: 'UKLACCT001' })).payment).toEqual({
    transactionId: purchaseId,
    billReference,
    status: 'PENDING',
    isTakenBack: false,
  });
});
