import { randomUUID } from 'node:crypto';
import {
  addressOf,
  adminListSettlements,
  approveSettlement,
  confirmBankFile,
  confirmSettlementOutcome,
  downloadBankFile,
  listBankFiles,
  makeBankFile,
  markBankFile,
  proposeSettlementOutcome,
  readBankFile,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  readAsAdministrator,
  settleOne,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0', SETTLEMENT_BANK_ROUTE: 'file' });
  [maker, checker] = await Promise.all([newAdministrator(system), newAdministrator(system, 'administrator')]);
});
afterAll(() => system.close());

const BANK = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' } as const;
const REFERENCE = 'FT2611300001';

async function approvedBatch(amount = 1_000) {
  const shop = await newPayee(system, BANK);
  await earn(system, shop, amount);
  const { batchId } = await settleOne(system, maker, shop);
  await approve(batchId);
  return { shop, batchId };
}

const approve = (batchId: string) => system.call(approveSettlement, { body: { batchId } }, maker);
const make = (by = maker) => system.call(makeBankFile, {}, by);
const markPaid = (number: string, by = maker) =>
  system.call(markBankFile, { body: { number, outcome: 'paid', reference: REFERENCE } }, by);
async function confirm(number: string, by = checker, isConfirmed = true) {
  const { marks } = (await system.call(readBankFile, { params: { number } }, by)).answer;
  const markId = marks.find(({ outcome }) => outcome === 'paid')?.markId ?? randomUUID();
  return system.call(confirmBankFile, { body: { number, markId, isConfirmed } }, by);
}

async function download(number: string, { bearer } = maker) {
  const url = addressOf(downloadBankFile, { params: { number } });
  const answer = await system.http.inject({ url, headers: { authorization: `Bearer ${bearer}` } });
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload };
}

async function statusOf(batchId: string) {
  return (await readAsAdministrator(system, maker, { batchId })).settlement;
}

test('a bank file takes the approved batches once, and its download never changes', async () => {
  const [first, second] = [await approvedBatch(1_000), await approvedBatch(500)];
  const made = (await make()).answer;
  const today = nairobiDay(new Date()).replaceAll('-', '');
  expect(made).toMatchObject({
    number: expect.stringMatching(new RegExp(`^BF-${today}-\\d+$`, 'u')),
    madeBy: maker.name,
    batches: 2,
    amount: 990 + 495,
    open: 2,
    paid: 0,
    notPaid: 0,
  });
  const file = await download(made.number);
  expect(file.headers['content-disposition']).toContain(`filename="${made.number}.csv"`);
  const text = file.content.toString();
  for (const { batchId, shop } of [first, second])
    expect(text).toContain(`"${batchId}","${shop.merchantCode}"`);
  expect(text).toContain('"247247","01702991234567","990"');
  expect((await make()).outcome).toBe('bank_file_empty');

  const third = await approvedBatch(700);
  await system.owner.query(`update merchants set business_name = 'Renamed' where id = $1`, [
    first.shop.merchantId,
  ]);
  const next = (await make(checker)).answer;
  expect(next).toMatchObject({ batches: 1, amount: 693, madeBy: checker.name });
  expect(next.number).not.toBe(made.number);
  expect((await download(next.number)).content.toString()).toContain(third.batchId);
  expect((await download(made.number)).content.equals(file.content)).toBe(true);
  expect((await statusOf(first.batchId)).bankFile).toBe(made.number);
  const listed = (await system.call(adminListSettlements, { query: { bankFile: made.number } }, maker))
    .answer;
  expect(listed.settlements.map(({ batchId }) => batchId).toSorted()).toEqual(
    [first.batchId, second.batchId].toSorted(),
  );
  await Promise.all([markPaid(made.number), markPaid(next.number)]);
  await Promise.all([confirm(made.number), confirm(next.number)]);
});

test('two administrators who make a bank file at once get no batch twice', async () => {
  const batches = [await approvedBatch(), await approvedBatch()];
  const outcomes = await Promise.all([make(maker), make(checker)]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['bank_file_empty', 'ok']);
  const made = outcomes.find(({ outcome }) => outcome === 'ok')?.answer;
  expect(made?.batches).toBe(batches.length);
  await markPaid(made?.number ?? '');
  await confirm(made?.number ?? '');
});

test('a file is marked as paid by one administrator and confirmed by another, batch by batch in the books', async () => {
  const [first, second] = [await approvedBatch(), await approvedBatch()];
  const { number } = (await make()).answer;
  expect((await confirm(number)).outcome).toBe('decision_missing');
  expect((await markPaid(number)).answer).toMatchObject({
    open: 2,
    marks: [{ outcome: 'paid', reference: REFERENCE, markedBy: maker.name, batches: 2, canConfirm: false }],
  });
  expect((await markPaid(number, checker)).outcome).toBe('decision_open');
  expect((await confirm(number, maker)).outcome).toBe('second_person_needed');
  expect((await statusOf(first.batchId)).status).toBe('Processing');
  expect((await confirm(number)).answer).toMatchObject({ open: 0, paid: 2, marks: [] });
  for (const { batchId } of [first, second])
    expect(await statusOf(batchId)).toMatchObject({ status: 'Completed', reference: REFERENCE });
  expect((await markPaid(number)).outcome).toBe('settlement_not_markable');
});

test('a batch returns to the next file only after it was marked as not paid and approved again', async () => {
  const [kept, returned] = [await approvedBatch(), await approvedBatch()];
  const { number } = (await make()).answer;
  const notPaid = { batchId: returned.batchId, outcome: 'not_paid', reason: 'Account closed' } as const;
  await system.call(proposeSettlementOutcome, { body: notPaid }, checker);
  expect((await markPaid(number, checker)).answer.marks.map(({ batches }) => batches)).toEqual([1, 1]);
  // Confirming what the bank paid must not confirm the other mark.
  expect((await confirm(number, maker)).answer).toMatchObject({ paid: 1, open: 1, notPaid: 0 });
  expect((await statusOf(kept.batchId)).status).toBe('Completed');
  expect((await make()).outcome).toBe('bank_file_empty');
  await system.call(confirmSettlementOutcome, { body: { ...notPaid, isConfirmed: true } }, maker);
  expect((await make()).outcome).toBe('bank_file_empty');
  expect(await statusOf(returned.batchId)).toMatchObject({ status: 'Pending' });
  expect((await statusOf(returned.batchId)).bankFile).toBeUndefined();
  await approve(returned.batchId);
  const again = (await make()).answer;
  expect(again.batches).toBe(1);
  expect((await download(again.number)).content.toString()).toContain(returned.batchId);
  const former = (await system.call(readBankFile, { params: { number } }, maker)).answer;
  expect(former).toMatchObject({ batches: 2, paid: 1, notPaid: 1, open: 0 });
  await markPaid(again.number);
  await confirm(again.number);
});

test('a confirmation covers one administrator’s words about batches, and only those that the page showed', async () => {
  const [first, second] = [await approvedBatch(), await approvedBatch()];
  const { number } = (await make()).answer;
  const notPaid = (batchId: string, reason: string, by: Administrator) =>
    system.call(proposeSettlementOutcome, { body: { batchId, outcome: 'not_paid', reason } }, by);
  await notPaid(first.batchId, 'Account closed', maker);
  const { marks } = (await system.call(readBankFile, { params: { number } }, checker)).answer;
  const confirmShown = () =>
    system.call(
      confirmBankFile,
      { body: { number, markId: marks[0]?.markId ?? '', isConfirmed: true } },
      checker,
    );
  await notPaid(second.batchId, 'Account closed', maker);
  expect((await confirmShown()).outcome).toBe('decision_missing');
  expect((await statusOf(first.batchId)).status).toBe('Processing');
  await system.call(
    confirmSettlementOutcome,
    { body: { batchId: second.batchId, isConfirmed: false } },
    checker,
  );
  await notPaid(second.batchId, 'Unknown bank', maker);
  expect((await confirmShown()).answer).toMatchObject({ open: 1, notPaid: 1 });
  expect((await statusOf(second.batchId)).status).toBe('Processing');
  await system.call(
    confirmSettlementOutcome,
    { body: { batchId: second.batchId, isConfirmed: true } },
    checker,
  );
});

test('a batch that was marked before it was in a file does not go to the bank', async () => {
  const { batchId } = await approvedBatch();
  const paid = { batchId, outcome: 'paid', reference: REFERENCE } as const;
  await system.call(proposeSettlementOutcome, { body: paid }, maker);
  expect((await make()).outcome).toBe('bank_file_empty');
  await system.call(confirmSettlementOutcome, { body: { batchId, isConfirmed: true } }, checker);
});

test('an administrator who may not move money lists bank files, but neither makes nor downloads one', async () => {
  await approvedBatch();
  const { number } = (await make()).answer;
  const support = await newAdministrator(system, 'support');
  const { answer } = await system.call(listBankFiles, { query: { limit: 1 } }, support);
  expect(answer).toMatchObject({ bankFiles: [{ number }], waitingBatches: 0 });
  expect(answer.nextCursor).toBeDefined();
  expect((await make(support)).outcome).toBe('forbidden');
  expect((await download(number, support)).status).toBe(403);
  expect((await download('BF-20200101-1')).status).toBe(404);
});
