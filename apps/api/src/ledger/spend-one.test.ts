import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellOf } from '../platform/db/cells.ts';
import { everyRow } from '../testing/every-row.ts';
import { readBalance } from './index.ts';
import { createTestLedger, groupOf, newHomeBeside, newPurse } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

const { homeId, purse } = newPurse();
const cell = cellOf(homeId);
const filled = groupOf({ homeId, debit: 'vault', credit: purse, amount: 1000n });
let ledger: TestLedger;

beforeAll(async () => {
  ledger = await createTestLedger();
  await ledger.post(filled);
});
afterAll(() => ledger.close());

type Spent = { cell: number; debitKind: string; creditKind: string; id: string; amount: number };

function spend(change: Partial<Spent>): Promise<unknown> {
  const usual = { cell, debitKind: 'purse', creditKind: 'shop', id: randomUUID(), amount: 10 };
  const spent = { ...usual, ...change };
  return sql`select ledger.spend_one(
    ${spent.cell}::smallint, ${spent.debitKind}, ${spent.creditKind}, 'spent', ${homeId}, ${spent.id},
    ${newHomeBeside(purse)}, ${spent.amount}
  )`.execute(ledger.db);
}

test('what a home has is spent', async () => {
  await spend({ amount: 990 });
  expect(await readBalance(ledger.db, { account: purse })).toBe(10n);
});

const REFUSED: [string, Partial<Spent>, string][] = [
  ['more than there is', { amount: 1_001 }, '23514'],
  ['less than nothing', { amount: -5 }, '23514'],
  ['nothing', { amount: 0 }, '23514'],
  ['with an id that was posted before', { id: filled.transfers[0]?.id ?? '', amount: 1 }, '23505'],
  ['in another cell than its own', { cell: (cell + 1) % 256, amount: 1 }, '23514'],
  ['from a shop', { debitKind: 'shop', creditKind: 'purse', amount: 1 }, '22023'],
  ['to an account without members', { creditKind: 'bridge', amount: 1 }, '22023'],
  ['to a purse', { creditKind: 'purse', amount: 1 }, '22023'],
];

test('cannot spend what is not there, or between other accounts', async () => {
  await everyRow(
    REFUSED,
    ([name]) => name,
    async ([, change, code]) => {
      const before = await readBalance(ledger.db, { account: purse });
      await expect(spend(change)).rejects.toMatchObject({ code });
      expect(await readBalance(ledger.db, { account: purse })).toBe(before);
    },
  );
});
