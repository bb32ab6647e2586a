import { randomUUID } from 'node:crypto';
import {
  approveSettlement,
  confirmBankFile,
  makeBankFile,
  markBankFile,
  readBankFile,
  readReconciliationRun,
  readStatementProofs,
  reconciliationItemsCsv,
  addressOf,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '../../../platform/durations.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { bankStatementOf, type BankRow } from '../../../testing/bank-statements.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';
import { postNow } from '../../../testing/posting-calls.ts';
import { book, itemsOf, only, upload } from '../../../testing/reconciliation-calls.ts';
import { payForGift } from '../../../testing/refund-calls.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { createRecentRecheck } from './recheck.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0', SETTLEMENT_BANK_ROUTE: 'file' });
  [maker, checker] = await Promise.all([newAdministrator(system), newAdministrator(system, 'administrator')]);
});
afterAll(() => system.close());

const BANK = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' } as const;
const today = nairobiDay(new Date());
/** Lines of the bank account until now. Each test adds its own. */
const rows: BankRow[] = [];

/** Makes a bank file of approved batches with these gross amounts. */
async function bankFileOf(...amounts: number[]) {
  const batches = [];
  for (const amount of amounts) {
    const shop = await newPayee(system, BANK);
    await earn(system, shop, amount);
    const { batchId } = await settleOne(system, maker, shop);
    await system.call(approveSettlement, { body: { batchId } }, maker);
    batches.push({ shop, batchId });
  }
  const { answer } = await system.call(makeBankFile, {}, maker);
  return { number: answer.number, amount: answer.amount, batches };
}

async function markPaid(number: string, reference: string) {
  await system.call(markBankFile, { body: { number, outcome: 'paid', reference } }, maker);
  const { marks } = (await system.call(readBankFile, { params: { number } }, checker)).answer;
  const body = { number, markId: marks[0]?.markId ?? randomUUID(), isConfirmed: true };
  expect((await system.call(confirmBankFile, { body }, checker)).outcome).toBe('ok');
}

const post = (template: 'bank-float-in' | 'bank-charge', amountCents: number, reference?: string) =>
  postNow(
    system,
    { maker, checker },
    { template, amountCents },
    reference === undefined ? {} : { reference },
  );

async function compareBank(...added: BankRow[]) {
  rows.push(...added);
  const { run, status, fields } = await upload(system, maker, {
    account: 'bank',
    text: bankStatementOf(rows),
  });
  expect({ status, fields }).toEqual({ status: 200, fields: [] });
  return run;
}

const itemNamed = async (runId: string, reference: string) =>
  (await itemsOf(system, maker, { runId })).find(({ receipt }) => receipt === reference);

test('lines of the bank agree with float, charges and a whole bank file, and the closing balance with the ledger', async () => {
  await post('bank-float-in', 50_000_00, 'FTFLOAT001');
  await post('bank-charge', 38_50);
  const { number } = await bankFileOf(1_000, 500);
  await markPaid(number, 'FTBULK0001');
  const run = await compareBank(
    { day: today, details: 'Cash deposit', reference: 'FTFLOAT001', cents: 50_000_00 },
    { day: today, details: 'Ledger fee', reference: '', cents: -38_50 },
    { day: today, details: 'Bulk payment', reference: 'FTBULK0001', cents: -1_485_00 },
  );
  expect(run).toMatchObject({
    account: 'bank',
    openItems: 0,
    items: { matched: 3, missing_here: 0, missing_there: 0 },
    balances: { openingCents: 0, ledgerBeforeCents: 0, closingCents: 48_476_50, ledgerCents: 48_476_50 },
  });
  expect(run.fileHash).toMatch(/^[\da-f]{64}$/u);
  const again = await upload(system, checker, { account: 'bank', text: bankStatementOf(rows) });
  expect(again.run.runId).toBe(run.runId);
  const { proofs } = (await system.call(readStatementProofs, {}, maker)).answer;
  expect(proofs.find(({ account }) => account === 'bank')).toMatchObject({
    runId: run.runId,
    provedUntil: run.balances?.closesAt,
  });
});

test('rows that the bank paid one by one agree with their batches by number and by amount', async () => {
  const { number, batches } = await bankFileOf(2_000, 3_000);
  await markPaid(number, 'FTOFTHEFILE');
  const run = await compareBank(
    { day: today, details: `Payment ${batches[0]?.batchId}`, reference: 'FTROW00001', cents: -1_980_00 },
    { day: today, details: 'EFT to a shop', reference: 'FTROW00002', cents: -2_970_00 },
  );
  expect(run).toMatchObject({ openItems: 0, items: { matched: 5 } });
});

test('an unknown charge suggests its template; once posted, the line agrees', async () => {
  const run = await compareBank({
    day: today,
    details: 'SMS charges',
    reference: 'FTSMS00001',
    cents: -25_00,
  });
  const item = only(await itemsOf(system, maker, { runId: run.runId, status: 'open' }));
  expect(item).toMatchObject({
    receipt: 'FTSMS00001',
    state: 'missing_here',
    theirsCents: -25_00,
    corrections: [],
    suggestions: [{ kind: 'template', template: 'bank-charge' }],
  });
  expect((await book(system, maker, item.itemId, 'charge')).outcome).toBe('correction_unsuitable');
  await post('bank-charge', 25_00, 'FTSMS00001');
  await createRecentRecheck(system.deps)();
  expect((await itemNamed(run.runId, 'FTSMS00001'))?.status).toBe('agrees');
  const after = (await system.call(readReconciliationRun, { params: { runId: run.runId } }, maker)).answer;
  expect(after.balances).toMatchObject({ ledgerCents: after.balances?.closingCents });
});

test('a debit for an open bank file suggests to mark the file; one row, to mark the batch', async () => {
  const { number, batches } = await bankFileOf(4_000, 5_000);
  const run = await compareBank({
    day: today,
    details: `Bulk ${number}`,
    reference: 'FTBULK0002',
    cents: -8_910_00,
  });
  const item = only(await itemsOf(system, maker, { runId: run.runId, status: 'open' }));
  expect(item.suggestions[0]).toEqual({ kind: 'bank-file', number, batches: 2, amountCents: 8_910_00 });
  await markPaid(number, 'FTBULK0002');
  await createRecentRecheck(system.deps)();
  expect((await itemNamed(run.runId, 'FTBULK0002'))?.status).toBe('agrees');

  const single = await bankFileOf(6_000);
  const next = await compareBank({ day: today, details: 'EFT', reference: 'FTROW00003', cents: -5_940_00 });
  const row = only(await itemsOf(system, maker, { runId: next.runId, status: 'open' }));
  expect(row.suggestions[0]).toMatchObject({
    kind: 'batch',
    batchId: single.batches[0]?.batchId,
    isOpen: true,
  });
  expect(batches).toHaveLength(2);
  await markPaid(single.number, 'FTROW00003');
  await createRecentRecheck(system.deps)();
});

test('thousands of open lines of the bank hold up neither a payment of M-PESA nor a later line of the bank', async () => {
  const reference = 'FTAFTER5000';
  const run = await compareBank({ day: today, details: 'SMS charges', reference, cents: -30_00 });
  await payForGift(system, 1_000);
  onTestFinished(async () => {
    await system.owner.query(`delete from reconciliation_items where receipt like 'OLD LINE %'`);
  });
  await system.owner.query(
    `insert into reconciliation_items (id, run_id, account, kind, state, receipt, at, details, account_number,
       theirs_cents, ours_cents)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'bank', 'payment', 'missing_here',
       'OLD LINE ' || n, now() - interval '1 day', 'Unknown', '', -100, 0
     from generate_series(1, 5001) n`,
    [run.runId],
  );
  const { rows: paid } = await system.owner.query<{ id: string }>(
    `insert into reconciliation_items (id, run_id, account, kind, state, receipt, at, details, account_number,
       theirs_cents, ours_cents)
     select uuidv7(), $1, 'collection', 'payment', 'missing_here', reference, now(), 'Pay bill', '', sum(amount_cents), 0
     from ledger.transfers where kind = 'purchase' and debit = 'mpesa:collection' and reference is not null
     group by reference returning id`,
    [run.runId],
  );
  await post('bank-charge', 30_00, reference);
  const recheckRecent = createRecentRecheck(system.deps);
  await recheckRecent();
  const { rows: closed } = await system.owner.query<{ id: string }>(
    `select id from reconciliation_items where id = any($1) and closed_as = 'found'`,
    [paid.map(({ id }) => id)],
  );
  expect(closed).toHaveLength(paid.length);
  expect(paid.length).toBeGreaterThan(0);
  // One run compares 5,000 lines, and the next run continues after them.
  expect((await itemNamed(run.runId, reference))?.status).toBe('open');
  await recheckRecent();
  expect((await itemNamed(run.runId, reference))?.status).toBe('agrees');
});

test('what only the ledger has is missing at the bank, with its posting, until a later statement shows it', async () => {
  const { postingId } = await post('bank-float-in', 700_00, 'FTLATE0001');
  await moveTransfers(system.owner, '-1 day', `reference = 'FTLATE0001'`);
  const compare = async () => {
    const days = { from: nairobiDay(new Date(Date.now() - DAY_MS)), to: today };
    return (await upload(system, maker, { account: 'bank', text: bankStatementOf(rows), query: days })).run;
  };
  rows.push({ day: today, details: 'Interest', reference: 'FTINTEREST', cents: 5_00 });
  const { runId } = await compare();
  expect(await itemNamed(runId, 'FTLATE0001')).toMatchObject({
    state: 'missing_there',
    status: 'open',
    oursCents: 700_00,
    corrections: [],
    suggestions: [{ kind: 'posting', postingId, template: 'bank-float-in' }],
  });
  await post('bank-float-in', 5_00, 'FTINTEREST');
  rows.push({ day: today, details: 'Deposit', reference: 'FTLATE0001', cents: 700_00 });
  expect(await compare()).toMatchObject({ openItems: 0 });
  expect((await itemNamed(runId, 'FTLATE0001'))?.status).toBe('agrees');
});

test('equal lines count one by one, and a line of two statements counts once', async () => {
  const charges = ['1', '2'].map(() => ({ day: today, details: 'Card fee', reference: '', cents: -10_00 }));
  await post('bank-charge', 10_00);
  await post('bank-charge', 10_00);
  const run = await compareBank(...charges);
  const fees = (await itemsOf(system, maker, { runId: run.runId })).filter(
    ({ details }) => details === 'Card fee',
  );
  expect(fees.map(({ status }) => status)).toEqual(['agrees', 'agrees']);
});

test('lists lines of the bank in the file of differences, with the bank’s reference', async () => {
  const answer = await system.http.inject({
    url: addressOf(reconciliationItemsCsv, { query: { account: 'bank' } }),
    headers: { authorization: `Bearer ${maker.bearer}` },
  });
  expect(answer.body).toContain('"bank","FTBULK0001"');
});
