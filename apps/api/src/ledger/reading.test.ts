import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, foldDeltas, readBalance, statement, trialBalance } from './index.ts';
import type { StatementEntry } from './index.ts';
import { assertLedgerInvariants } from './invariants.ts';
import { createTestLedger, groupOf, newPurse, newShop } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => ledger.close());

describe('statement', () => {
  test('lists the entries of an account, newest first, even within one batch', async () => {
    const { homeId, purse } = newPurse();
    const shop = newShop();
    await ledger.post(groupOf({ homeId, debit: 'vault', credit: purse, amount: 100n, reference: 'first' }));
    await ledger.post(
      groupOf({ homeId, debit: purse, credit: shop, amount: 30n }),
      groupOf(
        { homeId, debit: purse, credit: 'income:tips', amount: 5n },
        { homeId, debit: 'bridge', credit: purse, amount: 1n },
      ),
    );
    const { entries, nextCursor } = await statement(ledger.db, { account: purse }, { limit: 10 });
    expect(entries).toMatchObject([
      { counterAccount: 'bridge', changeCents: 1n, balanceAfterCents: 66n },
      { counterAccount: 'income:tips', changeCents: -5n, balanceAfterCents: 65n },
      { counterAccount: shop, changeCents: -30n, balanceAfterCents: 70n },
      {
        counterAccount: 'vault',
        changeCents: 100n,
        balanceAfterCents: 100n,
        reference: 'first',
        kind: 'test',
        homeId,
      },
    ]);
    expect(nextCursor).toBeUndefined();
    const ofShop = await statement(ledger.db, { account: shop }, { limit: 10 });
    expect(ofShop.entries).toMatchObject([{ changeCents: 30n, counterAccount: purse }]);
    expect(ofShop.entries[0]?.balanceAfterCents).toBeUndefined();
  });

  test('pages have no gap and no repetition while new transfers are posted', async () => {
    const { homeId, purse } = newPurse();
    const transfers = Array.from({ length: 25 }, (_, n) =>
      groupOf({ homeId, debit: 'vault', credit: purse, amount: BigInt(n + 1) }),
    );
    await ledger.post(...transfers.slice(0, 12));
    await ledger.post(...transfers.slice(12));
    const seen: StatementEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await statement(ledger.db, { account: purse }, { before: cursor, limit: 7 });
      seen.push(...page.entries);
      cursor = page.nextCursor;
      await ledger.post(groupOf({ homeId, debit: 'vault', credit: purse, amount: 1000n }));
    } while (cursor !== undefined);
    expect(seen.map((entry) => entry.changeCents)).toEqual(
      Array.from({ length: 25 }, (_, n) => BigInt(25 - n)),
    );
  });

  test('treats accounts with the same code in two homes as two accounts', async () => {
    const [one, two] = [newPurse(), newPurse()];
    const account = `locker:${randomUUID()}`;
    await ledger.post(
      groupOf({ homeId: one.homeId, debit: 'vault', credit: account, amount: 1n }),
      groupOf({ homeId: two.homeId, debit: 'vault', credit: account, amount: 2n }),
    );
    const { entries } = await statement(ledger.db, { homeId: two.homeId, account }, { limit: 10 });
    expect(entries).toMatchObject([{ changeCents: 2n, balanceAfterCents: 2n }]);
    expect(await readBalance(ledger.db, { homeId: one.homeId, account })).toBe(1n);
  });

  test('refuses an invalid cursor', async () => {
    const forged = Buffer.from("now / 1 / '; --").toString('base64url');
    await expect(statement(ledger.db, { account: 'vault' }, { before: forged, limit: 1 })).rejects.toThrow(
      RangeError,
    );
  });
});

test('the trial balance sums every kind of account in its own sign, before and after a fold', async () => {
  const fresh = await createTestLedger();
  const { homeId, purse } = await fresh.fillPurse(1000n);
  await fresh.post(
    groupOf({ homeId, debit: purse, credit: newShop(), amount: 300n }),
    groupOf({ homeId, debit: purse, credit: 'income:tips', amount: 50n }),
  );
  const before = await trialBalance(fresh.db);
  await foldDeltas(fresh.db);
  const after = await trialBalance(fresh.db);
  expect(after).toEqual(before);
  expect(after.differenceCents).toBe(0n);
  expect(after.accounts.filter((one) => one.balanceCents !== 0n)).toEqual([
    { kind: 'income:tips', side: 'credit', balanceCents: 50n },
    { kind: 'purse', side: 'credit', balanceCents: 650n },
    { kind: 'shop', side: 'credit', balanceCents: 300n },
    { kind: 'vault', side: 'debit', balanceCents: 1000n },
  ]);
  await fresh.close();
});

test('the audit detects a stored balance that was edited by SQL', async () => {
  const fresh = await createTestLedger();
  const { homeId, purse } = await fresh.fillPurse(1000n);
  await foldDeltas(fresh.db);
  const owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  const edit = async (cents: number) => {
    await owner.query(
      'UPDATE ledger.strict_balances SET balance_cents = balance_cents + $1 WHERE account = $2',
      [cents, purse],
    );
    await owner.query(
      "UPDATE ledger.lazy_balances SET balance_cents = balance_cents + $1 WHERE account = 'vault'",
      [cents * 2],
    );
  };
  await edit(7);
  expect(await audit(fresh.db)).toEqual({
    addsUp: false,
    transfers: 1n,
    differences: [
      { homeId, account: purse, storedCents: 1007n, recomputedCents: 1000n },
      { homeId: undefined, account: 'vault', storedCents: 1014n, recomputedCents: 1000n },
    ],
  });
  expect((await trialBalance(fresh.db)).differenceCents).toBe(7n);
  await expect(assertLedgerInvariants(fresh.db)).rejects.toThrow(
    /stores 1007 cents, its transfers make 1000/,
  );
  await edit(-7);
  await owner.end();
  await fresh.close();
});
