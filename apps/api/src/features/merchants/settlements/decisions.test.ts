import { randomUUID } from 'node:crypto';
import {
  adminListSettlements,
  approveSettlement,
  cancelSettlement,
  confirmSettlementOutcome,
  listSettlements,
  proposeSettlementOutcome,
  runSettlements,
  settlementPdf,
  settlementsCsv,
  settlementsPdf,
  settlementSummary,
  settlementTransactionsCsv,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  readAsAdministrator,
  readDetail,
  settleNow,
  settleOne,
  untilPaid,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';
import { account } from '../../services/postings/index.ts';
import { payDueBatches } from './pay-due-batches.ts';
import { runNow } from './run-now.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  // In this file, every batch needs an administrator's approval.
  system = await createSettlingSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0', SETTLEMENT_BANK_ROUTE: 'file' });
  [maker, checker] = await Promise.all([newAdministrator(system), newAdministrator(system, 'administrator')]);
});
afterAll(() => system.close());

const bank = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' } as const;
const till = { kind: 'till', tillNumber: '123456' } as const;

async function newBatch(channel: typeof bank | typeof till, amount = 1_000) {
  const shop = await newPayee(system, channel);
  await earn(system, shop, amount);
  const batch = await settleOne(system, maker, shop);
  return { shop, batchId: batch.batchId };
}

const approve = (administrator: Administrator, batchId: string) =>
  system.call(approveSettlement, { body: { batchId } }, { bearer: administrator.bearer });
const markPaid = (administrator: Administrator, batchId: string, reference: string) =>
  system.call(
    proposeSettlementOutcome,
    { body: { batchId, outcome: 'paid', reference } },
    { bearer: administrator.bearer },
  );
const confirm = (administrator: Administrator, batchId: string, isConfirmed = true) =>
  system.call(confirmSettlementOutcome, { body: { batchId, isConfirmed } }, { bearer: administrator.bearer });
const cancel = (administrator: Administrator, batchId: string) =>
  system.call(
    cancelSettlement,
    { body: { batchId, reason: 'Wrong shop' } },
    { bearer: administrator.bearer },
  );

async function fileOf(path: string, bearer: string) {
  const answer = await system.http.inject({ url: path, headers: { authorization: `Bearer ${bearer}` } });
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
}

test('S333 a batch above the automatic limit waits for approval, and one approval starts one pay-out', async () => {
  const { shop, batchId } = await newBatch(till);
  await payDueBatches(system.deps);
  expect(await readAsAdministrator(system, maker, { batchId })).toMatchObject({
    settlement: { status: 'Pending', needsApproval: true, method: 'b2b' },
    attempts: [],
  });
  const outcomes = await Promise.all([approve(maker, batchId), approve(checker, batchId)]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'settlement_not_pending']);
  const done = await untilPaid(system, shop, { batchId });
  expect(done.attempts).toHaveLength(1);
  expect(done.steps.map(({ text }) => text).join('\n')).not.toContain('Administrator');
  const { steps } = await readAsAdministrator(system, maker, { batchId });
  expect(steps.some(({ text }) => text.includes('Approved by Administrator'))).toBe(true);
});

test('S329 a bank batch is paid once a second administrator confirms that the bank paid it', async () => {
  const { shop, batchId } = await newBatch(bank);
  const paidBefore = await readBalance(system.deps.db, { account: account.bankPayout });
  expect((await markPaid(maker, batchId, 'FT2611200001')).outcome).toBe('settlement_not_markable');
  expect((await approve(maker, batchId)).answer).toMatchObject({ status: 'Processing', method: 'bank-file' });

  expect((await markPaid(maker, batchId, 'ft2611200001')).answer.openDecision).toMatchObject({
    outcome: 'paid',
    reference: 'FT2611200001',
    proposedBy: maker.name,
    canConfirm: false,
  });
  expect((await markPaid(checker, batchId, 'FT2611200002')).outcome).toBe('decision_open');
  expect((await confirm(maker, batchId)).outcome).toBe('second_person_needed');
  const results = await Promise.all([confirm(checker, batchId), confirm(checker, batchId)]);
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['decision_missing', 'ok']);
  const { settlement } = await readDetail(system, shop, { batchId });
  expect(settlement).toMatchObject({
    status: 'Completed',
    reference: 'FT2611200001',
    payoutChannel: 'Bank Transfer',
  });
  expect((await readBalance(system.deps.db, { account: account.bankPayout })) - paidBefore).toBe(-99_000n);
});

test('S334 an administrator may reject a proposed outcome, and another may then be proposed', async () => {
  const { shop, batchId } = await newBatch(bank);
  await approve(maker, batchId);
  await markPaid(maker, batchId, 'FT2611200003');
  expect((await confirm(maker, batchId, false)).answer.openDecision).toBeUndefined();
  const body = { batchId, outcome: 'not_paid', reason: 'The bank does not know the account' } as const;
  await system.call(proposeSettlementOutcome, { body }, { bearer: checker.bearer });
  expect((await confirm(maker, batchId)).answer).toMatchObject({
    status: 'Pending',
    needsApproval: true,
    failureReason: 'The bank does not know the account',
  });
  await system.sandbox.mail(shop.contact.email, /The bank does not know the account/u);
  expect((await approve(checker, batchId)).answer.status).toBe('Processing');
});

test('refuses to confirm a proposal by an administrator who no longer works here', async () => {
  const { batchId } = await newBatch(bank);
  const leaver = await newAdministrator(system);
  await approve(maker, batchId);
  await markPaid(leaver, batchId, 'FT2611200099');
  await system.owner.query(`update administrators set status = 'DISABLED' where name = $1`, [leaver.name]);
  expect((await confirm(checker, batchId)).outcome).toBe('requester_ineligible');
  expect((await confirm(checker, batchId, false)).answer.status).toBe('Processing');
});

test('S336 canceling a batch returns its money to the merchant, and the next batch includes it', async () => {
  const { shop, batchId } = await newBatch(till);
  const outcomes = await Promise.all([cancel(maker, batchId), cancel(checker, batchId)]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'settlement_not_pending']);
  expect(await owedTo(system, shop)).toBe(1_000);
  expect((await approve(maker, batchId)).outcome).toBe('settlement_not_pending');
  const [next] = await settleNow(system, maker, shop);
  expect(next).toMatchObject({ amount: 1_000, transactionCount: 1 });
  expect(await owedTo(system, shop)).toBe(0);
});

test('a merchant’s suspension freezes its pending batch, and lets a pay-out in progress finish', async () => {
  const [frozen, under] = [await newBatch(till), await newBatch(till)];
  await approve(maker, under.batchId);
  for (const { shop } of [frozen, under]) {
    await system.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [shop.merchantId]);
  }
  expect((await approve(maker, frozen.batchId)).outcome).toBe('merchant_suspended');
  expect((await readAsAdministrator(system, maker, frozen)).settlement.isFrozen).toBe(true);
  await system.sandbox.mail(under.shop.contact.email, /Your settlement is paid/u);
  expect((await readAsAdministrator(system, maker, under)).settlement.status).toBe('Completed');
});

test('S339 only administrators who may move money approve batches, and the audit log records every action', async () => {
  const { batchId } = await newBatch(bank);
  const reader = await newAdministrator(system, 'read-only');
  expect((await approve(reader, batchId)).outcome).toBe('forbidden');
  expect((await cancel(await newAdministrator(system, 'support'), batchId)).outcome).toBe('forbidden');
  expect((await readAsAdministrator(system, reader, { batchId })).settlement.batchId).toBe(batchId);
  await approve(maker, batchId);
  await markPaid(maker, batchId, 'FT2611200009');
  await confirm(checker, batchId);
  const { rows } = await system.owner.query<{ action: string }>(
    `select action from audit_log where subject_kind = 'settlement' and subject_id = (
       select id::text from settlements where batch_id = $1) order by 1`,
    [batchId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'settlement.approved',
    'settlement.mark-confirmed',
    'settlement.marked',
  ]);
});

test('S338 only a sandbox run can include today’s earnings; refuses a run for an unknown merchant', async () => {
  const auditor = { administratorId: randomUUID(), address: '127.0.0.1', requestId: 'r' };
  const real = { ...system.deps, config: { ...system.deps.config, provider: 'daraja' as const } };
  await expect(runNow(real, { upTo: 'now', auditor })).rejects.toMatchObject({ code: 'sandbox_only' });
  const body = { merchantCode: 'NOSUCH1', upTo: 'midnight' } as const;
  const unknown = await system.call(runSettlements, { body }, { bearer: maker.bearer });
  expect(unknown.outcome).toBe('not_found');
});

test('S331 lists the batches that need an administrator, page by page', async () => {
  const { batchId } = await newBatch(bank);
  await newBatch(bank);
  const ask = (query: object) =>
    system.call(adminListSettlements, { query }, { bearer: maker.bearer }).then(({ answer }) => answer);
  const waiting = await ask({ needsAttention: true, limit: 100 });
  expect(waiting.settlements.map((one) => one.batchId)).toContain(batchId);
  expect(waiting.settlements.every(({ status }) => status !== 'Completed')).toBe(true);
  const first = await ask({ limit: 1 });
  const second = await ask({ limit: 1, cursor: first.nextCursor });
  expect(second.settlements[0]?.batchId).not.toBe(first.settlements[0]?.batchId);
});

test('a merchant sees only its own settlement figures, lists and files', async () => {
  const { shop, batchId } = await newBatch(till, 2_000);
  await approve(maker, batchId);
  await untilPaid(system, shop, { batchId });
  await earn(system, shop, 500);
  const [pending] = await settleNow(system, maker, shop);
  const bearer = { bearer: shop.bearer };
  const { answer: cards } = await system.call(settlementSummary, {}, bearer);
  expect(cards).toMatchObject({
    totalSettled: 2_000,
    pendingSettlements: 500,
    averageSettlement: '0.0 days',
    hasPayoutChannel: true,
  });
  const { answer: list } = await system.call(listSettlements, { query: { status: 'Completed' } }, bearer);
  expect(list.settlements.map((one) => one.batchId)).toEqual([batchId]);
  expect(list.totals).toEqual({ count: 1, amount: 2_000, fees: 20 });
  await expectFiles(shop, batchId, pending?.batchId ?? '');
});

async function expectFiles(shop: Payee, batchId: string, pendingId: string): Promise<void> {
  const csv = await fileOf(settlementsCsv.path, shop.bearer);
  expect(csv.headers['content-disposition']).toMatch(/settlements-\d{4}-\d\d-\d\d\.csv/u);
  expect(csv.body.toString()).toContain(`"${batchId}"`);
  expect(csv.body.toString()).toContain(`"${pendingId}"`);
  const inside = await fileOf(settlementTransactionsCsv.path.replace(':batchId', batchId), shop.bearer);
  expect(inside.body.toString()).toContain('"Redemption"');
  for (const path of [settlementsPdf.path, settlementPdf.path.replace(':batchId', batchId)]) {
    const pdf = await fileOf(path, shop.bearer);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.body.toString('latin1')).toContain('%%EOF');
  }
}
