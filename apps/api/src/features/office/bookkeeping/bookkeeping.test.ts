import {
  changeBookkeepingMap,
  journal,
  readBookkeepingMap,
  trialBalance,
  type BookkeepingMap,
} from '@zawadi/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/durations.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { makeGift } from '../../../testing/gifts.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  untilPaid,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { filesOf, type Journal } from './journal.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';

const daysAgo = (days: number) => nairobiDay(new Date(Date.now() - days * DAY_MS));
/** The period ends two days ago, because yesterday is closed only ten minutes after midnight. */
const period = { from: daysAgo(30), to: daysAgo(2) };

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  administrator = await newAdministrator(system, 'administrator');
  const shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  await earn(system, shop, 1_250, 310);
  await moveBack(5);
  await earn(system, shop, 480);
  for (const batch of await settleNow(system, administrator, shop)) await untilPaid(system, shop, batch);
  await moveBack(3);
  await makeGift(system, { amount: 777 });
});
afterAll(() => system.close());

/** Moves all transfers that were posted today this many days into the past. */
async function moveBack(days: number): Promise<void> {
  await moveTransfers(system.owner, `-${days} days`, "posted_at > now() - interval '1 day'");
}

const as = () => ({ bearer: administrator.bearer });

async function download(program: 'quickbooks' | 'xero', query = period) {
  return system.http.inject({
    url: `/api/admin/v1/bookkeeping/journal/${program}/csv?from=${query.from}&to=${query.to}`,
    headers: { authorization: `Bearer ${administrator.bearer}` },
  });
}

const rowsOf = (body: string): Record<string, string>[] => parse(body, { columns: true });
const centsOf = (text = '') => Math.round(Number(text) * 100);

async function balancesOn(on: string): Promise<Map<string, number>> {
  const { answer } = await system.call(trialBalance, { query: { on } }, as());
  expect(answer.difference).toBe(0);
  return new Map(
    answer.accounts.map(({ kind, side, balance }) => [kind, side === 'debit' ? balance : -balance]),
  );
}

async function mapNow(): Promise<{ map: BookkeepingMap; latestVersionId: string | null }> {
  return (await system.call(readBookkeepingMap, {}, as())).answer;
}

async function change(map: BookkeepingMap) {
  const { latestVersionId: basedOn } = await mapNow();
  const body = { map, reason: 'Our own chart', basedOn };
  return system.call(changeBookkeepingMap, { body }, as());
}

test('makes one balanced journal per day, and all journals add up to the difference of two trial balances', async () => {
  const [before, after] = [await balancesOn(daysAgo(31)), await balancesOn(period.to)];
  const { map } = await mapNow();
  for (const program of ['quickbooks', 'xero'] as const) {
    const file = await download(program);
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="journal-${program}-${period.from}-to-${period.to}.csv"`,
    );
    const changes = rowsOf(file.body).map((row) => ({
      journal: row['Journal No.'] ?? row['*Date'] ?? '',
      account: row['Account Name'] ?? row['*AccountCode'],
      cents:
        row['*Amount'] === undefined
          ? centsOf(row['Debits']) - centsOf(row['Credits'])
          : centsOf(row['*Amount']),
    }));
    const journals = Map.groupBy(changes, (row) => row.journal);
    expect(journals.size).toBe(2);
    for (const lines of journals.values()) {
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    }
    for (const { kind, code, name } of map.accounts) {
      const sum = changes
        .filter(({ account }) => account === (program === 'xero' ? code : name))
        .reduce((all, { cents }) => all + cents, 0);
      expect([kind, sum]).toEqual([kind, (after.get(kind) ?? 0) - (before.get(kind) ?? 0)]);
    }
  }
  const { answer } = await system.call(journal, { query: period }, as());
  expect(answer.debit).toBe(answer.credit);
  expect(answer).toMatchObject({
    journals: 2,
    unmapped: [],
    files: { xero: [period], quickbooks: [period] },
  });
});

test('the files for QuickBooks and Xero start with the columns that each program requires', async () => {
  expect((await download('quickbooks')).body.split('\r\n')[0]).toBe(
    '"Journal No.","Journal Date","Account Name","Debits","Credits","Description"',
  );
  const xero = await download('xero');
  expect(xero.body.split('\r\n')[0]?.split(',').slice(0, 6)).toEqual(
    ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'].map((name) => `"${name}"`),
  );
  const [year, month, day] = daysAgo(5).split('-');
  expect(rowsOf(xero.body)[0]).toMatchObject({
    '*Date': `${day}/${month}/${year}`,
    '*TaxRate': 'Tax Exempt',
  });
});

test('refuses a journal of a day that is not over', async () => {
  const query = { from: period.from, to: daysAgo(0) };
  expect((await system.call(journal, { query }, as())).outcome).toBe('day_not_over');
  expect((await download('xero', query)).json()).toMatchObject({ code: 'day_not_over' });
});

test('refuses a journal with an unmapped ledger account, and names the account', async () => {
  const { map } = await mapNow();
  const without = map.accounts.filter(({ kind }) => kind !== 'revenue:settlement-fee');
  expect((await change({ ...map, accounts: without })).outcome).toBe('ok');
  const refused = (await download('quickbooks')).json();
  expect(refused.code).toBe('accounts_unmapped');
  expect(refused.customerMessage).toContain('revenue:settlement-fee');
  expect((await system.call(journal, { query: period }, as())).answer.unmapped).toEqual([
    'revenue:settlement-fee',
  ]);
  // Maps all fees to one account of the bookkeeping program.
  const fees = { code: '4000', name: 'Fees' };
  const accounts = map.accounts.map((one) => (one.kind.startsWith('revenue:') ? { ...one, ...fees } : one));
  const { answer } = await change({ ...map, accounts });
  expect(answer.versions[0]).toMatchObject({
    state: 'current',
    reason: 'Our own chart',
    changedBy: administrator.name,
  });
  const lines = rowsOf((await download('quickbooks')).body).filter((row) => row['Account Name'] === 'Fees');
  expect(lines.map((row) => row['Journal No.'])).toHaveLength(
    new Set(lines.map((row) => row['Journal No.'])).size,
  );
  expect(lines.length).toBeGreaterThan(0);
  await change(map);
});

test('refuses a mapping in which one account code has two names, at the field of the code', async () => {
  const { map } = await mapNow();
  const [first, second, ...rest] = map.accounts;
  if (!first || !second) throw new Error('the chart is empty');
  const accounts = [first, { ...second, code: first.code }, ...rest];
  expect((await change({ ...map, accounts })).outcome).toBe('validation_failed');
});

test('splits a file for Xero at 300 lines, with no day in two files', () => {
  const line = { code: '1', name: 'Bank', debitCents: 100n, creditCents: 50n };
  const journals = Array.from({ length: 90 }, (_, n): Journal => {
    const day = nairobiDay(new Date(Date.UTC(2026, 0, 1) + n * DAY_MS));
    return { day, lines: [line, { ...line, code: '2' }] };
  });
  const whole = { from: '2026-01-01', to: '2026-03-31' };
  const files = filesOf(journals, 'xero', whole);
  expect(files).toEqual([
    { from: '2026-01-01', to: '2026-03-16', lines: 300 },
    { from: '2026-03-17', to: '2026-03-31', lines: 60 },
  ]);
  expect(filesOf(journals, 'quickbooks', whole)).toEqual([{ ...whole, lines: 360 }]);
});
