import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { lockBalances, post, readBalance, readBalances, transferId } from './index.ts';
import type { TransferRequest } from './index.ts';
import { createTestLedger, groupOf, newPurse, newShop } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => ledger.close());

describe('post', () => {
  test('posts all transfers of a group together, and returns the new balances', async () => {
    const { homeId, purse } = newPurse();
    const locker = `locker:${randomUUID()}`;
    const [outcome] = await ledger.post(
      groupOf(
        { homeId, debit: 'vault', credit: purse, amount: 1000n },
        { homeId, debit: purse, credit: locker, amount: 300n },
        { homeId, debit: purse, credit: 'income:tips', amount: 25n },
      ),
    );
    expect(outcome).toMatchObject({
      outcome: 'posted',
      transfers: [
        { amountCents: 1000n, creditBalanceAfterCents: 1000n },
        { amountCents: 300n, debitBalanceAfterCents: 700n, creditBalanceAfterCents: 300n },
        { amountCents: 25n, debitBalanceAfterCents: 675n },
      ],
    });
    const balances = await readBalances(ledger.db, [{ account: purse }, { account: locker, homeId }]);
    expect(Object.fromEntries(balances)).toEqual({ [purse]: 675n, [locker]: 300n });
  });

  test('posts nothing of a group whose last transfer lacks money, and returns the available balance', async () => {
    const { homeId, purse } = await ledger.fillPurse(1000n);
    const [outcome, after] = await ledger.post(
      groupOf(
        { homeId, debit: purse, credit: 'bridge', amount: 990n },
        { homeId, debit: purse, credit: 'income:tips', amount: 20n },
      ),
      groupOf({ homeId, debit: purse, credit: 'bridge', amount: 1000n }),
    );
    expect(outcome).toEqual({
      outcome: 'refused',
      reason: 'insufficient',
      account: purse,
      availableCents: 1000n,
    });
    expect(after).toMatchObject({ outcome: 'posted', transfers: [{ debitBalanceAfterCents: 0n }] });
  });

  test('refuses a group that only later groups of its batch would fund', async () => {
    const { homeId, purse } = await ledger.fillPurse(100n);
    const outcomes = await ledger.post(
      groupOf({ homeId, debit: purse, credit: 'bridge', amount: 100n }),
      groupOf({ homeId, debit: purse, credit: 'bridge', amount: 10n }),
      groupOf({ homeId, debit: 'vault', credit: purse, amount: 50n }),
    );
    expect(outcomes).toMatchObject([
      { outcome: 'posted', transfers: [{ debitBalanceAfterCents: 0n }] },
      { outcome: 'refused', reason: 'insufficient', availableCents: 0n },
      { outcome: 'posted', transfers: [{ creditBalanceAfterCents: 50n }] },
    ]);
  });

  test('moves a whole balance through a bridge account to another account', async () => {
    const { homeId, purse } = await ledger.fillPurse(777n);
    const other = newPurse();
    const [outcome] = await ledger.post(
      groupOf(
        { homeId, debit: purse, credit: 'bridge', amount: 'all' },
        { homeId: other.homeId, debit: 'bridge', credit: other.purse, amount: 'linked' },
      ),
    );
    expect(outcome).toMatchObject({
      outcome: 'posted',
      transfers: [{ amountCents: 777n }, { amountCents: 777n, creditBalanceAfterCents: 777n }],
    });
    const [again] = await ledger.post(groupOf({ homeId, debit: purse, credit: 'bridge', amount: 'all' }));
    expect(again).toEqual({ outcome: 'refused', reason: 'insufficient', account: purse, availableCents: 0n });
  });

  test('posts a repeated group once, even within one batch or after the money was spent', async () => {
    const { homeId, purse } = await ledger.fillPurse(100n);
    const group = groupOf({ homeId, debit: purse, credit: 'bridge', amount: 100n });
    const [first, second] = await ledger.post(group, group);
    const [third] = await ledger.post({
      transfers: group.transfers.map((one) => ({
        ...one,
        id: one.id.toUpperCase(),
        amount: 'all',
        reference: 'R1',
      })),
    });
    expect(first).toMatchObject({ outcome: 'posted', transfers: [{ debitBalanceAfterCents: 0n }] });
    expect(second).toEqual({ ...first, outcome: 'exists' });
    expect(third).toEqual(second);
  });

  test('reports a conflict for a reused id with other content, and moves nothing', async () => {
    const { homeId, purse } = await ledger.fillPurse(100n);
    const original: TransferRequest = {
      id: randomUUID(),
      homeId,
      debit: purse,
      credit: 'bridge',
      amount: 10n,
      kind: 'test',
    };
    await ledger.post({ transfers: [original] });
    const changes: Partial<TransferRequest>[] = [
      { amount: 11n },
      { credit: 'income:tips' },
      { debit: 'vault' },
      { kind: 'other' },
    ];
    const outcomes = await ledger.post(
      ...changes.map((change) => ({ transfers: [{ ...original, ...change }] })),
      { transfers: [original, { ...original, id: randomUUID() }] },
      { transfers: [original, original] },
    );
    for (const outcome of outcomes) {
      expect(outcome).toEqual({ outcome: 'refused', reason: 'id_conflict', transferId: original.id });
    }
    expect(await readBalance(ledger.db, { account: purse })).toBe(90n);
  });

  test('throws a TypeError for an invalid group instead of returning an outcome', async () => {
    const { homeId, purse } = await ledger.fillPurse(100n);
    const nonsense: [Partial<TransferRequest>, RegExp][] = [
      [{ amount: 0n }, /leave it out/],
      [{ amount: -1n }, /leave it out/],
      [{ amount: 'linked' }, /linked to nothing/],
      [{ credit: purse }, /on both sides/],
      [{ debit: 'vault', amount: 'all' }, /not known under lock/],
      [{ credit: 'unknown' }, /no account kind allows unknown/],
      [{ credit: `purse:${randomUUID()}` }, /no account kind allows purse/],
      [{ homeId: randomUUID() }, /no account kind allows purse/],
      [{ amount: 10n ** 16n, debit: 'vault' }, /amount_cents/],
    ];
    for (const [change, message] of nonsense) {
      const [request] = groupOf({ homeId, debit: purse, credit: 'bridge', amount: 1n, ...change }).transfers;
      await expect(ledger.post({ transfers: request ? [request] : [] })).rejects.toThrow(message);
    }
    await expect(ledger.post({ transfers: [] })).rejects.toThrow(TypeError);
    expect(await ledger.post()).toEqual([]);
  });
});

describe('balances', () => {
  test('a locked balance cannot change until the transaction ends', async () => {
    const shop = newShop();
    const homeId = randomUUID();
    const purse = `purse:${homeId}`;
    const unknown = newPurse();
    await ledger.post(
      groupOf({ homeId, debit: 'vault', credit: purse, amount: 100n }),
      groupOf({ homeId, debit: purse, credit: shop, amount: 40n }),
    );
    await inTransaction(ledger.db, async (tx) => {
      const balances = await lockBalances(tx, [
        { homeId, account: purse },
        { homeId, account: shop },
        { homeId: unknown.homeId, account: unknown.purse },
      ]);
      expect(Object.fromEntries(balances)).toEqual({ [purse]: 60n, [shop]: 40n, [unknown.purse]: 0n });
      await post(tx, [groupOf({ homeId, debit: purse, credit: 'bridge', amount: 'all' })]);
    });
    expect(await readBalance(ledger.db, { account: purse })).toBe(0n);
  });

  test('refuses to lock an account whose balance is not checked', async () => {
    const homeId = randomUUID();
    const locking = inTransaction(ledger.db, async (tx) => lockBalances(tx, [{ homeId, account: 'vault' }]));
    await expect(locking).rejects.toThrow(/vault/);
  });

  test('throws for an unknown kind of account, and for a strict account without a home', async () => {
    await expect(readBalance(ledger.db, { account: `locker:${randomUUID()}` })).rejects.toThrow(/home/);
    await expect(readBalance(ledger.db, { account: 'unknown' })).rejects.toThrow(/no account kind/);
  });
});

test('derives transfer ids from cause and leg alone', () => {
  expect(transferId('spend/1', 'value')).toBe(transferId('spend/1', 'value'));
  const ids = [transferId('spend/1', 'value'), transferId('spend/1', 'fee'), transferId('spend/2', 'value')];
  expect(new Set(ids).size).toBe(3);
});
