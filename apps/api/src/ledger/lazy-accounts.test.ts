import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { audit, foldDeltas, lockBalances, post, readBalance } from './index.ts';
import type { GroupOutcome } from './index.ts';
import { createTestLedger, groupOf, newShop, untilWaiting } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => ledger.close());

describe('a lazy account', () => {
  test('collects one delta row per batch, and a fold removes them all', async () => {
    const shop = newShop();
    await ledger.post(...Array.from({ length: 20 }, () => credit(shop, 10n)));
    await ledger.post(credit(shop, 10n));
    expect(await deltasOf(shop)).toBe(2n);
    await foldDeltas(ledger.db);
    expect(await deltasOf(shop)).toBe(0n);
    expect(await readBalance(ledger.db, { account: shop })).toBe(210n);
    expect((await audit(ledger.db)).addsUp).toBe(true);
  });

  test('writes no delta for a bridge account that a batch debits and credits equally', async () => {
    await foldDeltas(ledger.db);
    const homeId = randomUUID();
    await ledger.post(
      groupOf(
        { homeId, debit: 'vault', credit: 'bridge', amount: 10n },
        { homeId, debit: 'bridge', credit: 'income:tips', amount: 'linked' },
      ),
    );
    expect(await deltasOf('bridge')).toBe(0n);
    expect(await deltasOf('vault')).toBe(1n);
  });

  test('a credit that commits after a fold began is counted by the next fold', async () => {
    const shop = newShop();
    await ledger.db.transaction().execute(async (late) => {
      await post(late, [credit(shop, 10n)]);
      await ledger.post(credit(shop, 5n));
      await foldDeltas(ledger.db);
      expect(await readBalance(ledger.db, { account: shop })).toBe(5n);
    });
    await foldDeltas(ledger.db);
    expect(await deltasOf(shop)).toBe(0n);
    expect(await readBalance(ledger.db, { account: shop })).toBe(15n);
  });

  test('a debit that waited for a fold counts no delta twice', async () => {
    const shop = newShop();
    await ledger.post(credit(shop, 10n));
    await foldDeltas(ledger.db);
    await ledger.post(credit(shop, 10n));
    let waiting: Promise<GroupOutcome[]> | undefined;
    await ledger.db.transaction().execute(async (folding) => {
      await sql`select ledger.fold()`.execute(folding);
      waiting = ledger.post(debit(shop, 21n), debit(shop, 20n));
      await untilWaiting(ledger.db);
    });
    expect(await waiting).toMatchObject([
      { outcome: 'refused', reason: 'insufficient', account: shop, availableCents: 20n },
      { outcome: 'posted' },
    ]);
    expect(await readBalance(ledger.db, { account: shop })).toBe(0n);
  });

  test('folds without waiting for a transaction that has locked the balance', async () => {
    const shop = newShop();
    await ledger.post(credit(shop, 5n));
    await foldDeltas(ledger.db);
    await ledger.post(credit(shop, 20n));
    await ledger.post(credit(shop, 30n));
    const locked = await inTransaction(ledger.db, async (tx) => {
      const balances = await lockBalances(tx, [{ homeId: randomUUID(), account: shop }]);
      await foldDeltas(ledger.db);
      return balances;
    });
    expect(locked).toEqual(new Map([[shop, 55n]]));
    expect(await readBalance(ledger.db, { account: shop })).toBe(55n);
  });

  test('two concurrent debits see each other', async () => {
    const shop = newShop();
    await ledger.post(credit(shop, 100n));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ledger.post(debit(shop, 30n))));
    expect(outcomes.flat().filter((one) => one.outcome === 'posted')).toHaveLength(3);
    expect(await readBalance(ledger.db, { account: shop })).toBe(10n);
  });

  test('a group sees the credits of earlier groups in its batch', async () => {
    const shop = newShop();
    const outcomes = await ledger.post(debit(shop, 1n), credit(shop, 10n), debit(shop, 10n), debit(shop, 1n));
    expect(outcomes.map((one) => one.outcome)).toEqual(['refused', 'posted', 'posted', 'refused']);
  });

  test('pays out exactly the credited sum while credits, debits, folds and reads run concurrently', async () => {
    const shop = newShop();
    let isOver = false;
    const until = async (work: () => Promise<void>) => {
      while (!isOver) await work();
    };
    const background = [
      until(async () => void (await foldDeltas(ledger.db))),
      until(async () => void (await foldDeltas(ledger.db))),
      until(async () => expect(await readBalance(ledger.db, { account: shop })).toBeGreaterThanOrEqual(0n)),
    ];
    let paid = 0n;
    const take = async (amount: bigint | 'all') => {
      const [outcome] = await ledger.post(debit(shop, amount));
      if (outcome?.outcome === 'posted') paid += outcome.transfers[0]?.amountCents ?? 0n;
    };
    const repeat = async (times: number, work: () => Promise<unknown>) => {
      for (let n = 0; n < times; n += 1) await work();
    };
    await Promise.all([
      ...Array.from({ length: 4 }, async () => repeat(60, async () => ledger.post(credit(shop, 10n)))),
      repeat(60, async () => take(33n)),
      repeat(20, async () => take('all')),
    ]);
    isOver = true;
    await Promise.all(background);
    await take('all');
    expect(paid).toBe(2400n);
    expect(await readBalance(ledger.db, { account: shop })).toBe(0n);
  }, 60_000);
});

function credit(shop: string, amount: bigint) {
  return groupOf({ homeId: randomUUID(), debit: 'vault', credit: shop, amount });
}

function debit(shop: string, amount: bigint | 'all') {
  return groupOf({ homeId: randomUUID(), debit: shop, credit: 'bridge', amount });
}

async function deltasOf(account: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ledger.lazy_deltas where account = ${account}`.execute(ledger.db);
  return rows[0]?.count;
}
