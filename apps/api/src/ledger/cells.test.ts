import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCellByCell, cellOf } from '../platform/db/cells.ts';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { foldDeltas, lockBalances, readBalance } from './index.ts';
import { createTestLedger, groupOf, type TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
  callCellByCell(ledger.db);
});
afterAll(() => ledger.close());

test('the database and the program say the same of every home', async () => {
  const homes = Array.from({ length: 300 }, () => randomUUID());
  const { rows } = await sql<{ cell: number }>`
    select cell_of(h) as cell from unnest(${homes}::uuid[]) with ordinality as t (h, n) order by n`.execute(
    ledger.db,
  );
  expect(rows.map(({ cell }) => cell)).toEqual(homes.map(cellOf));
});

test('money goes from a home to one of another cell, once, by two linked transfers', async () => {
  const [from, to] = [homeIn('01'), homeIn('02')];
  await ledger.post(groupOf({ homeId: from, debit: 'vault', credit: `purse:${from}`, amount: 500n }));
  const crossing = groupOf(
    { homeId: from, debit: `purse:${from}`, credit: 'bridge', amount: 'all' },
    { homeId: to, debit: 'bridge', credit: `purse:${to}`, amount: 'linked' },
  );
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ledger.post(crossing)));
  expect(outcomes.flat().filter(({ outcome }) => outcome === 'posted')).toHaveLength(1);
  expect(outcomes.flat().filter(({ outcome }) => outcome === 'exists')).toHaveLength(9);
  expect(await readBalance(ledger.db, { account: `purse:${to}` })).toBe(500n);
  expect(await cellsOf(crossing.transfers.map(({ id }) => id))).toEqual([1, 2]);
});

test('a checked account spends what it has collected in other cells once that was brought to its own', async () => {
  const owner = homeIn('10');
  const shop = `shop:${owner}`;
  for (const cell of ['00', '00', '00', '10']) {
    await ledger.post(groupOf({ homeId: homeIn(cell), debit: 'vault', credit: shop, amount: 25n }));
  }
  const spend = groupOf({ homeId: owner, debit: shop, credit: 'bridge', amount: 100n });
  expect(await ledger.post(spend)).toEqual([
    { outcome: 'refused', reason: 'insufficient', account: shop, availableCents: 25n },
  ]);
  expect(await readBalance(ledger.db, { account: shop })).toBe(100n);
  await foldDeltas(ledger.db);
  const locked = await inTransaction(ledger.db, (tx) => lockBalances(tx, [{ homeId: owner, account: shop }]));
  expect(locked).toEqual(new Map([[shop, 100n]]));
  expect(await ledger.post(spend)).toMatchObject([{ outcome: 'posted' }]);
  expect(await readBalance(ledger.db, { account: shop })).toBe(0n);
});

test('folding a cell does not wait for a transaction that has locked the balance of an account there', async () => {
  const owner = homeIn('50');
  const shop = `shop:${owner}`;
  const sell = (amount: bigint) =>
    ledger.post(groupOf({ homeId: homeIn('50'), debit: 'vault', credit: shop, amount }));
  await sell(5n);
  await foldDeltas(ledger.db);
  await sell(20n);
  await sell(30n);
  const locked = await inTransaction(ledger.db, async (tx) => {
    const balances = await lockBalances(tx, [{ homeId: owner, account: shop }]);
    await foldDeltas(ledger.db);
    return balances;
  });
  expect(locked).toEqual(new Map([[shop, 55n]]));
  expect(await readBalance(ledger.db, { account: shop })).toBe(55n);
});

test('a checked account loses nothing by a transfer of another cell', async () => {
  const shop = `shop:${homeIn('30')}`;
  await ledger.post(groupOf({ homeId: homeIn('31'), debit: 'vault', credit: shop, amount: 25n }));
  await expect(
    ledger.post(groupOf({ homeId: homeIn('31'), debit: shop, credit: 'bridge', amount: 5n })),
  ).rejects.toThrow('cell 49 does not have the balance');
  expect(await readBalance(ledger.db, { account: shop })).toBe(25n);
});

test('a call for one cell writes nothing of a home in another', async () => {
  const home = homeIn('40');
  const lost = sql`select ledger.post(
    ${cellOf(home) + 1}::smallint, array[1], ${[home]}::uuid[], ${[randomUUID()]}::uuid[], array['vault'],
    array['bridge'], array[5]::bigint[], array['test'], array[null]::text[]
  )`;
  await expect(lost.execute(ledger.db)).rejects.toThrow('is not in cell');
});

function homeIn(cellInHex: string): string {
  return randomUUID().slice(0, -2) + cellInHex;
}

async function cellsOf(ids: string[]): Promise<number[]> {
  const { rows } = await sql<{ cell: number }>`
    select cell from ledger.transfers where id = any(${ids}::uuid[]) order by cell`.execute(ledger.db);
  return rows.map(({ cell }) => cell);
}
