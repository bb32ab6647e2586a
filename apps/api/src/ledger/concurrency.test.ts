import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '../platform/db/database.ts';
import { isConnectionLoss } from '../platform/db/in-transaction.ts';
import { lockBalances, post, readBalance } from './index.ts';
import { assertLedgerInvariants } from './invariants.ts';
import type { TransferGroup } from './index.ts';
import { createTestLedger, groupOf, newPurse, newShop, untilWaiting } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => ledger.close());

describe('concurrent groups', () => {
  test('of fifty concurrent groups that each move the whole balance, one is posted', async () => {
    const { homeId, purse } = await ledger.fillPurse(1000n);
    const outcomes = await Promise.all(
      many(50, () => ledger.post(groupOf({ homeId, debit: purse, credit: 'bridge', amount: 1000n }))),
    );
    expect(outcomes.flat().filter((one) => one.outcome === 'posted')).toHaveLength(1);
    expect(await readBalance(ledger.db, { account: purse })).toBe(0n);
  });

  test('of fifty concurrent groups that each move a part of the balance, as many are posted as there are parts', async () => {
    const { homeId, purse } = await ledger.fillPurse(1000n);
    const outcomes = await Promise.all(
      many(50, () => ledger.post(groupOf({ homeId, debit: purse, credit: newShop(), amount: 70n }))),
    );
    expect(outcomes.flat().filter((one) => one.outcome === 'posted')).toHaveLength(14);
    expect(await readBalance(ledger.db, { account: purse })).toBe(20n);
  });

  test('posts fifty copies of one group once, whether or not an account is strict', async () => {
    const { homeId, purse } = await ledger.fillPurse(1000n);
    for (const debit of [purse, 'vault']) {
      const group = groupOf({ homeId, debit, credit: 'bridge', amount: 10n });
      const outcomes = (await Promise.all(many(50, () => ledger.post(group)))).flat();
      expect(outcomes.filter((one) => one.outcome === 'posted')).toHaveLength(1);
      expect(outcomes.filter((one) => one.outcome === 'exists')).toHaveLength(49);
    }
    expect(await readBalance(ledger.db, { account: purse })).toBe(990n);
  });

  test('a group waits for an account that another group is opening, even for a debit that is refused', async () => {
    const { homeId, purse } = await ledger.fillPurse(1000n);
    const locker = `locker:${randomUUID()}`;
    const fill = groupOf({ homeId, debit: 'vault', credit: locker, amount: 10n });
    const both = groupOf(
      { homeId, debit: purse, credit: 'bridge', amount: 1n },
      { homeId, debit: locker, credit: 'bridge', amount: 1n },
    );
    let waiting: Promise<unknown>[] = [];
    await ledger.db.transaction().execute(async (tx) => {
      await lockBalances(tx, [{ homeId, account: purse }]);
      waiting = [ledger.post(both)];
      await untilWaiting(ledger.db);
      waiting.push(ledger.post(fill));
      await untilWaiting(ledger.db, 2);
    });
    expect(await Promise.all(waiting)).toMatchObject([
      [{ outcome: 'refused', account: locker, availableCents: 0n }],
      [{ outcome: 'posted' }],
    ]);
    expect(await ledger.post(both)).toMatchObject([{ outcome: 'posted' }]);
    await assertLedgerInvariants(ledger.db);
  });

  test('F18 groups in opposite orders never deadlock, even if they open the accounts', async () => {
    const purses = await Promise.all(many(6, () => ledger.fillPurse(10_000n)));
    const shop = newShop();
    await ledger.post(groupOf({ homeId: randomUUID(), debit: 'bridge', credit: shop, amount: 10_000n }));
    for (let round = 0; round < 15; round += 1) {
      const all = [...purses, ...many(4, newPurse)];
      const posts = many(16, async (n) => {
        const order = n % 2 === 0 ? all : all.toReversed();
        const groups = order.map(({ homeId, purse }) =>
          groupOf(
            { homeId, debit: 'vault', credit: purse, amount: 2n },
            { homeId, debit: purse, credit: 'bridge', amount: 1n },
          ),
        );
        const pays = groupOf({ homeId: randomUUID(), debit: shop, credit: 'bridge', amount: 1n });
        // Makes no retries, so that a deadlock fails the test.
        return ledger.db
          .transaction()
          .execute(async (tx) => post(tx, n % 3 === 0 ? [pays, ...groups] : groups));
      });
      const outcomes = (await Promise.all(posts)).flat();
      expect(outcomes.filter((one) => one.outcome !== 'posted')).toEqual([]);
    }
  }, 60_000);
});

describe('an account that every transfer uses', () => {
  test('delays no group while another transaction that used the account is open', async () => {
    const shop = newShop();
    const [mine, theirs] = await Promise.all([ledger.fillPurse(100n), ledger.fillPurse(100n)]);
    await ledger.db.transaction().execute(async (open) => {
      await post(open, [spend(mine, shop)]);
      const [outcome] = await ledger.db.transaction().execute(async (tx) => {
        await waitBriefly(tx);
        return post(tx, [spend(theirs, shop)]);
      });
      expect(outcome?.outcome).toBe('posted');
      // The same lock time-out does expire for an account that is really locked.
      const blocked = ledger.db.transaction().execute(async (tx) => {
        await waitBriefly(tx);
        return post(tx, [spend(mine, shop)]);
      });
      await expect(blocked).rejects.toThrow(/lock timeout/);
    });
    expect(await readBalance(ledger.db, { account: shop })).toBe(20n);
  });
});

test('a killed connection leaves no transfer, and the group that waited for its locks continues', async () => {
  const made = await ledger.fillPurse(100n);
  const group = spend(made, newShop());
  let waiting: Promise<unknown> | undefined;
  const killed = ledger.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await post(tx, [group]);
    waiting = ledger.post(group);
    await untilWaiting(ledger.db);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(ledger.db);
    return sql`select 1`.execute(tx);
  });
  await expect(killed).rejects.toSatisfy(isConnectionLoss);
  expect(await waiting).toMatchObject([{ outcome: 'posted', transfers: [{ debitBalanceAfterCents: 90n }] }]);
});

async function waitBriefly(tx: Transaction): Promise<void> {
  await sql`set local lock_timeout = '100ms'`.execute(tx);
}

function spend({ homeId, purse }: { homeId: string; purse: string }, shop: string): TransferGroup {
  return groupOf({ homeId, debit: purse, credit: shop, amount: 10n });
}

function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
