import {
  accountStatement,
  accountStatementCsv,
  owedToMerchants,
  suspenseItems,
  trialBalance,
} from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import {
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';

const DAY_MS = 24 * 3_600_000;
const today = nairobiDay(new Date());
const yesterday = nairobiDay(new Date(Date.now() - DAY_MS));

let system: TestSystem;
let reader: Administrator;
let shop: Payee;
let gift: Gift;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  const finance = await newAdministrator(system);
  reader = await newAdministrator(system, 'read-only');
  shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  await earn(system, shop, 350, 200);
  await moveTransfers(system.owner, '-1 day');
  await settleNow(system, finance, shop);
  gift = await makeGift(system, { amount: 1_000 });
  await earn(system, shop, 100);
  await system.provider.payBill({ msisdn: '254712000777', amount: 1_250, reference: 'UNKNOWN' });
  await eventually('money in suspense', async () => (await suspense()).items[0]);
});
afterAll(() => system.close());

const suspense = async () => (await system.call(suspenseItems, {}, reader)).answer;
const balances = async (on?: string) => {
  const { answer } = await system.call(trialBalance, { query: { on } }, reader);
  return { ...answer, of: new Map(answer.accounts.map(({ kind, balance }) => [kind, balance])) };
};
const read = (account: string, query: { from?: string; cursor?: string; limit?: number } = {}) =>
  system.call(accountStatement, { query: { account, from: yesterday, to: today, ...query } }, reader);

test('the trial balance of a past day sums its postings, and today’s shows stored balances', async () => {
  const [then, now, stored] = [await balances(yesterday), await balances(today), await balances()];
  expect(now).toEqual(stored);
  expect(then.difference).toBe(0);
  expect(then.of.get('merchant')).toBe(55_000);
  expect(then.of.get('suspense')).toBe(0);
  expect(stored.of.get('suspense')).toBe(125_000);
});

test('an account’s statement leads line by line from its opening to its closing balance', async () => {
  const { of } = await balances();
  for (const account of [
    'mpesa:collection',
    'suspense',
    'voucher',
    'revenue:deposit-fee',
    `merchant:${shop.merchantId}`,
  ]) {
    const { answer } = await read(account, { from: today });
    const sumOf = (side: string) =>
      answer.lines.reduce((sum, line) => sum + (line.side === side ? line.amount : 0), 0);
    expect([account, answer.debit, answer.credit]).toEqual([account, sumOf('debit'), sumOf('credit')]);
    const change = answer.side === 'debit' ? answer.debit - answer.credit : answer.credit - answer.debit;
    expect([account, answer.closing]).toEqual([account, answer.opening + change]);
    const before = answer.lines.map(
      (line) => line.balance - (line.side === answer.side ? 1 : -1) * line.amount,
    );
    const after = answer.lines.map(({ balance }) => balance);
    expect([account, answer.closing, ...before]).toEqual([account, ...after, answer.opening]);
    expect([account, answer.closing]).toEqual([account, of.get(account.split(':0')[0] ?? '') ?? 10_000]);
    expect(answer.opening + answer.lines.length).toBeGreaterThan(0);
  }
  expect((await read(`merchant:${shop.merchantId}`, { from: today })).answer.opening).toBe(55_000);
});

test('the statement of a kind with many accounts has one line per day, of a single account one per transfer', async () => {
  const { answer: kind } = await read('voucher');
  expect(kind.isByDay).toBe(true);
  expect(new Set(kind.lines.map(({ day }) => day))).toEqual(new Set([today, yesterday]));
  const { answer: member } = await read(`voucher:${gift.voucherId}`);
  expect(member).toMatchObject({ isByDay: false, opening: 0, closing: 95_000 });
  expect(member.lines).toMatchObject([{ event: 'purchase', other: 'mpesa:collection', side: 'credit' }]);
});

test('pages through a whole account statement, and refuses a cursor of another list', async () => {
  const whole = (await read('mpesa:collection')).answer.lines;
  const paged = [];
  let cursor: string | undefined;
  do {
    const { answer } = await read('mpesa:collection', { limit: 2, ...(cursor !== undefined && { cursor }) });
    paged.push(...answer.lines);
    cursor = answer.nextCursor;
  } while (cursor !== undefined);
  expect(paged).toEqual(whole);
  expect((await read('mpesa:collection', { cursor: 'x' })).outcome).toBe('validation_failed');
  expect((await read('voucher:0198c0de-0000-7000-8000-000000000001')).outcome).toBe('not_found');
  expect((await read('nothing')).outcome).toBe('not_found');
});

test('the CSV of an account statement adds up from the opening to the closing balance, oldest line first', async () => {
  const file = await system.http.inject({
    url: `${accountStatementCsv.path}?account=mpesa:collection&from=${today}&to=${today}`,
    headers: { authorization: `Bearer ${reader.bearer}` },
  });
  expect(file.headers['content-disposition']).toContain(`mpesa-collection-${today}-to-${today}.csv`);
  const rows = file.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(1, -1).split('","'));
  const cents = (cell = '') => Math.round(Number(cell) * 100);
  const [opening, closing] = [cents(rows[0]?.[8]), cents(rows.at(-1)?.[8])];
  const moved = rows.reduce((sum, row) => sum + cents(row[6]) - cents(row[7]), 0);
  expect(opening + moved).toBe(closing);
  expect(closing).toBe((await balances()).of.get('mpesa:collection'));
  const times = rows.slice(1, -1).map((row) => row[1] ?? '');
  expect(times).toEqual(times.toSorted());
});

test('the parts of a merchant’s balance (due, in a batch, being paid) add up to the ledger’s balance', async () => {
  const { answer } = await system.call(owedToMerchants, { query: {} }, reader);
  expect(answer.merchants).toMatchObject([
    { merchantId: shop.merchantId, due: 100, total: answer.total.total },
  ]);
  const { of } = await balances();
  expect(answer.total.due * 100).toBe(of.get('merchant'));
  expect(answer.total.inBatches * 100).toBe(of.get('held'));
});

test('shows the review of every sum in suspense, and reports a sum that has no review', async () => {
  expect(await suspense()).toMatchObject({ items: [{ amount: 125_000 }], balance: 125_000, unexplained: 0 });
});
