import {
  approveRequest,
  listReconciliationItems,
  pullStatement,
  readWorkList,
  reconciliationItemsPdf,
  type ReconciliationItem,
} from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { dashedPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { payWithLostResult } from '../../../testing/purchase-calls.ts';
import {
  book,
  compareToday,
  downloadStatement,
  itemsOf,
  only,
  payOutReceipt,
  payWithLostConfirmation,
  upload,
} from '../../../testing/reconciliation-calls.ts';
import { payForGift } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { nextSecond } from '../../../testing/until.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newSaver } from '../../../testing/withdrawal-calls.ts';
import { account } from '../../services/postings/index.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  [maker, checker] = await Promise.all([newAdministrator(system), newAdministrator(system, 'administrator')]);
});
// Closes the items of each test, because the work list counts the open items of all tests.
afterEach(() =>
  system.owner.query(
    `update reconciliation_items set closed_as = 'explained', closed_by = (select id from administrators limit 1),
       closed_at = now(), reason = 'A test'
     where closed_as is null and state <> 'matched'`,
  ),
);
afterAll(() => system.close());

const balanceOf = (code: string) => readBalance(system.deps.db, { account: code });

let uploads = 0;

/** Compares a statement that differs from M-PESA's books. */
async function compareWith(account: 'collection' | 'utility', statement: object) {
  await system.sandbox.behave({ statement });
  // An earlier test may have uploaded the same lines; the same file again would be the same run.
  const text = `${await downloadStatement(system, account)}Downloaded by test ${(uploads += 1)}`;
  const run = await uploadOfEndedPeriod(account, text);
  await system.provider.reset();
  return run;
}

/** Uploads a statement whose period has just ended, so that it has to show every payment until now. */
async function uploadOfEndedPeriod(account: 'collection' | 'utility', text: string) {
  const end = new Date(Math.floor(Date.now() / SECOND_MS + 1) * SECOND_MS);
  const period = text.replace(/ To [^",\r\n]+/u, ` To ${formatNairobi(end, dashedPattern)}`);
  const clock = vi.spyOn(system.deps.clock, 'now').mockReturnValue(end);
  const { run } = await upload(system, maker, { account, text: period });
  clock.mockRestore();
  return run;
}

const differencesOnWorkList = async () =>
  (await system.call(readWorkList, {}, maker)).answer.work.find(({ kind }) => kind === 'differences');

async function approve({ approvalId }: Pick<ReconciliationItem, 'approvalId'>, administrator: Administrator) {
  const body = { approvalId: approvalId ?? '', reason: '' };
  return (await system.call(approveRequest, { body }, { bearer: administrator.bearer })).outcome;
}

/**
 * Makes a gift paid by M-PESA.
 * @returns its receipt
 */
async function newGift(amount: number): Promise<string> {
  const { purchase } = await payForGift(system, amount);
  const { rows } = await system.owner.query<{ receipt: string }>(
    'select mpesa_receipt as receipt from purchases where id = $1',
    [purchase.requestId],
  );
  return rows[0]?.receipt ?? '';
}

test('posts a payment that M-PESA lacks as a loss only after two administrators have agreed, however small it is', async () => {
  const receipt = await newGift(700);
  const { runId } = await compareWith('collection', { without: [receipt] });
  const item = only(await itemsOf(system, maker, { runId, state: 'missing_there' }));
  expect(item).toMatchObject({ receipt, differenceCents: -70_000 });
  expect(await differencesOnWorkList()).toMatchObject({ count: 1, first: receipt, isLate: false });
  const [losses, collection] = [await balanceOf(account.losses), await balanceOf(account.collection)];
  const asked = await book(system, maker, item.itemId, 'loss');
  expect(asked.answer).toMatchObject({ action: { outcome: 'waiting' }, item: { status: 'waiting' } });
  expect(await balanceOf(account.losses)).toBe(losses);
  // The item now waits for an approval, which the work list counts separately.
  expect(await differencesOnWorkList()).toBeUndefined();
  expect(await approve(asked.answer.item, maker)).toBe('second_person_needed');
  expect(await approve(asked.answer.item, checker)).toBe('ok');
  expect((await balanceOf(account.losses)) - losses).toBe(70_000n);
  expect((await balanceOf(account.collection)) - collection).toBe(-70_000n);
  expect(only(await itemsOf(system, maker, { runId, state: 'missing_there' }))).toMatchObject({
    status: 'booked',
    resolution: 'Booked as a loss',
  });
  await newGift(100);
  // The complete statement shows the payment, so there was no loss. Two administrators reverse the correction.
  const next = await compareToday(system, maker, 'collection');
  const found = only(await itemsOf(system, maker, { runId: next.runId, search: receipt }));
  expect(found).toMatchObject({ state: 'amount_differs', differenceCents: 70_000 });
  const again = await book(system, maker, found.itemId, 'loss');
  expect(await approve(again.answer.item, checker)).toBe('ok');
  expect(await balanceOf(account.losses)).toBe(losses);
});

test('if a receipt arrives after its payment was confirmed, the payment is reported missing under that receipt', async () => {
  const { lost } = await payWithLostResult(system, await newConsumer(system), 1_300);
  await pollOrdersNow(system);
  await system.provider.deliver(lost);
  const receipt = await eventually('the receipt', async () => {
    const { rows } = await system.owner.query<{ receipt: string }>(
      'select mpesa_receipt as receipt from purchases where amount_cents = 130000 and mpesa_receipt is not null',
    );
    return rows[0]?.receipt;
  });
  const { runId } = await compareWith('collection', { without: [receipt] });
  expect(only(await itemsOf(system, maker, { runId, state: 'missing_there' }))).toMatchObject({
    receipt,
    differenceCents: -130_000,
  });
  const next = await compareToday(system, maker, 'collection');
  expect(only(await itemsOf(system, maker, { runId: next.runId, search: receipt })).state).toBe('matched');
});

test('refuses to post money that M-PESA has and our ledger lacks as a loss', async () => {
  await payWithLostConfirmation(system, 240, 'NOLOSS1');
  const { runId } = await compareToday(system, maker, 'collection');
  const { itemId } = only(await itemsOf(system, maker, { runId, search: 'NOLOSS1' }));
  expect((await book(system, maker, itemId, 'loss')).outcome).toBe('correction_unsuitable');
  await book(system, maker, itemId, 'suspense');
});

test('no correction takes the money of open reviews out of suspense', async () => {
  await payWithLostConfirmation(system, 12_500, 'OWNED1');
  const waiting = await compareToday(system, maker, 'collection');
  const owned = only(await itemsOf(system, maker, { runId: waiting.runId, search: 'OWNED1' }));
  const held = await book(system, maker, owned.itemId, 'suspense');
  expect(await approve(held.answer.item, checker)).toBe('ok');
  const before = await balanceOf(account.suspense);
  const { runId } = await compareWith('collection', { without: [await newGift(800)] });
  const { itemId } = only(await itemsOf(system, maker, { runId, state: 'missing_there' }));
  const refused = await book(system, maker, itemId, 'suspense');
  expect(refused).toMatchObject({ status: 409, outcome: 'suspense_too_low' });
  expect(await balanceOf(account.suspense)).toBe(before);
  expect((await itemsOf(system, maker, { runId, status: 'waiting' })).length).toBe(0);
});

test('posts a difference that is not in whole shillings', async () => {
  await payOutReceipt(system, await newSaver(system), 600);
  const statement = await downloadStatement(system, 'utility');
  const text = statement.replace(/^(?:Opening|Closing) Balance:.*\r?\n/gmu, '').replace('585.00', '585.50');
  const { runId } = (await upload(system, maker, { account: 'utility', text })).run;
  const item = only(await itemsOf(system, maker, { runId, state: 'amount_differs' }));
  expect(item.differenceCents % 100).not.toBe(0);
  expect((await book(system, maker, item.itemId, 'suspense')).outcome).toBe('correction_unsuitable');
  const [losses, payout] = [await balanceOf(account.losses), await balanceOf(account.payout)];
  const asked = await book(system, maker, item.itemId, 'loss');
  expect(await approve(asked.answer.item, checker)).toBe('ok');
  expect((await balanceOf(account.losses)) - losses).toBe(BigInt(-item.differenceCents));
  expect((await balanceOf(account.payout)) - payout).toBe(BigInt(item.differenceCents));
});

test('reports a payment that a later statement lacks only once, until a statement shows it again', async () => {
  const receipt = await newGift(900);
  const pulled = await system.call(pullStatement, { body: { hours: 48 } }, { bearer: maker.bearer });
  expect(pulled.answer.items.no_longer_there).toBe(0);
  const { runId, items } = await compareWith('collection', { without: [receipt] });
  expect(items).toMatchObject({ missing_there: 0, no_longer_there: 1 });
  const gone = only(await itemsOf(system, maker, { runId, state: 'no_longer_there' }));
  expect(gone).toMatchObject({
    receipt,
    status: 'open',
    theirsCents: 0,
    oursCents: 90_000,
    differenceCents: -90_000,
    shownBefore: { runId: pulled.answer.runId },
  });
  for (const way of ['suspense', 'capital', 'moved'] as const) {
    expect((await book(system, maker, gone.itemId, way)).outcome).toBe('correction_unsuitable');
  }
  await newGift(100);
  expect((await compareWith('collection', { without: [receipt] })).items.no_longer_there).toBe(0);
  await newGift(100);
  await compareToday(system, maker, 'collection');
  expect(only(await itemsOf(system, maker, { runId, state: 'no_longer_there' }))).toMatchObject({
    status: 'agrees',
    resolution: 'Agrees since',
  });
});

test('a statement of today misses no payment made after its last line, and still misses an earlier one', async () => {
  const missed = await newGift(200);
  await newGift(100);
  await system.sandbox.behave({ statement: { without: [missed] } });
  const text = await downloadStatement(system, 'collection');
  await nextSecond();
  const later = await newGift(300);
  const { run } = await upload(system, maker, { account: 'collection', text });
  expect(only(await itemsOf(system, maker, { runId: run.runId, state: 'missing_there' })).receipt).toBe(
    missed,
  );
  await system.provider.reset();
  const next = await compareToday(system, maker, 'collection');
  expect(only(await itemsOf(system, maker, { runId: next.runId, search: later })).state).toBe('matched');
});

test('sums positive and negative differences of items separately', async () => {
  const without = [await newGift(300)];
  await payWithLostConfirmation(system, 300, 'MORE1');
  const run = await compareWith('collection', { without });
  const items = await itemsOf(system, maker, { runId: run.runId, status: 'open' });
  const sumOf = (sign: number) =>
    items.map((one) => one.differenceCents).reduce((sum, cents) => sum + (cents * sign > 0 ? cents : 0), 0);
  expect(run.openMoreCents).toBeGreaterThanOrEqual(30_000);
  expect(run.openLessCents).toBeLessThanOrEqual(-30_000);
  expect(run).toMatchObject({ openMoreCents: sumOf(1), openLessCents: sumOf(-1), openItems: items.length });
  const query = { runId: run.runId, limit: 1 };
  const { answer } = await system.call(listReconciliationItems, { query }, { bearer: maker.bearer });
  const { openItems, openMoreCents, openLessCents } = run;
  expect(answer.totals).toEqual({ openItems, openMoreCents, openLessCents });
  const next = { ...query, cursor: answer.nextCursor };
  const second = await system.call(listReconciliationItems, { query: next }, { bearer: maker.bearer });
  expect(second.answer.totals).toBeUndefined();
});

test('exports the differences as a PDF that a screen reader can read', async () => {
  const { runId } = await compareToday(system, maker, 'collection');
  for (const query of ['', `?runId=${runId}`, '?search=NOSUCHRECEIPT']) {
    const pdf = await system.http.inject({
      url: `${reconciliationItemsPdf.path}${query}`,
      headers: { authorization: `Bearer ${maker.bearer}` },
    });
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.headers['content-disposition']).toMatch(/reconciliation-\d{4}-\d\d-\d\d\.pdf/u);
    expect(pdf.rawPayload.toString('latin1')).toContain('/StructTreeRoot');
    expect(pdf.rawPayload.toString('latin1')).toContain('%%EOF');
  }
});
