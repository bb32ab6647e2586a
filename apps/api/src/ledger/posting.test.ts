import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { lockBalances, post, readBalance, readBalances, transferId } from './index.ts';
import type { TransferGroup, TransferRequest } from './index.ts';
import { assertLedgerInvariants } from './invariants.ts';
import { createTestLedger } from './test-ledger.ts';
import type { TestLedger } from './test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => {
  await assertLedgerInvariants(ledger.db);
  await ledger.close();
});

describe('post', () => {
  test('the transfers of a group succeed together and tell the balances they left', async () => {
    const { homeId, purse } = newPurse();
    const locker = `locker:${randomUUID()}`;
    const [outcome] = await postGroups([
      {
        transfers: [
          transfer({ homeId, debit: 'vault', credit: purse, amount: 1000n }),
          transfer({ homeId, debit: purse, credit: locker, amount: 300n }),
          transfer({ homeId, debit: purse, credit: 'income:tips', amount: 25n }),
        ],
      },
    ]);
    expect(outcome).toMatchObject({
      outcome: 'posted',
      transfers: [
        { amountCents: 1000n, creditBalanceAfterCents: 1000n },
        { amountCents: 300n, debitBalanceAfterCents: 700n, creditBalanceAfterCents: 300n },
        { amountCents: 25n, debitBalanceAfterCents: 675n },
      ],
    });
    const balances = await readBalances(ledger.db, [{ account: purse }, { account: locker, homeId }]);
    expect(balances).toEqual(
      new Map([
        [purse, 675n],
        [locker, 300n],
      ]),
    );
  });

  test('a group that is short of its last leg leaves no trace and says what there was', async () => {
    const { homeId, purse } = await newFilledPurse(1000n);
    const [outcome, after] = await postGroups([
      {
        transfers: [
          transfer({ homeId, debit: purse, credit: 'bridge', amount: 990n }),
          transfer({ homeId, debit: purse, credit: 'income:tips', amount: 20n }),
        ],
      },
      { transfers: [transfer({ homeId, debit: purse, credit: 'bridge', amount: 1000n })] },
    ]);
    expect(outcome).toEqual({
      outcome: 'refused',
      reason: 'insufficient',
      account: purse,
      availableCents: 1000n,
    });
    expect(after).toMatchObject({ outcome: 'posted', transfers: [{ debitBalanceAfterCents: 0n }] });
  });

  test('the whole balance moves on through a bridge that keeps nothing', async () => {
    const { homeId, purse } = await newFilledPurse(777n);
    const other = newPurse();
    const [outcome] = await postGroups([
      {
        transfers: [
          transfer({ homeId, debit: purse, credit: 'bridge', amount: 'all' }),
          transfer({ homeId: other.homeId, debit: 'bridge', credit: other.purse, amount: 'linked' }),
        ],
      },
    ]);
    expect(outcome).toMatchObject({
      outcome: 'posted',
      transfers: [{ amountCents: 777n }, { amountCents: 777n, creditBalanceAfterCents: 777n }],
    });
    const [again] = await postGroups([
      { transfers: [transfer({ homeId, debit: purse, credit: 'bridge', amount: 'all' })] },
    ]);
    expect(again).toEqual({ outcome: 'refused', reason: 'insufficient', account: purse, availableCents: 0n });
  });

  test('a repeated group is one group, also when the money has gone since and within one batch', async () => {
    const { homeId, purse } = await newFilledPurse(100n);
    const group = { transfers: [transfer({ homeId, debit: purse, credit: 'bridge', amount: 100n })] };
    const [first, second] = await postGroups([group, group]);
    const [third] = await postGroups([
      { transfers: group.transfers.map((one) => ({ ...one, amount: 'all' })) },
    ]);
    expect(first).toMatchObject({ outcome: 'posted', transfers: [{ debitBalanceAfterCents: 0n }] });
    expect(second).toEqual({ ...first, outcome: 'exists' });
    expect(third).toEqual(second);
  });

  test('an id that is used for something else is a conflict and moves nothing', async () => {
    const { homeId, purse } = await newFilledPurse(100n);
    const original = transfer({ homeId, debit: purse, credit: 'bridge', amount: 10n });
    await postGroups([{ transfers: [original] }]);
    const changes: Partial<TransferRequest>[] = [
      { amount: 11n },
      { credit: 'income:tips' },
      { debit: 'vault' },
      { kind: 'other' },
    ];
    const outcomes = await postGroups([
      ...changes.map((change) => ({ transfers: [{ ...original, ...change }] })),
      { transfers: [original, transfer({ homeId, debit: purse, credit: 'bridge', amount: 1n })] },
      { transfers: [original, original] },
    ]);
    for (const outcome of outcomes) {
      expect(outcome).toEqual({ outcome: 'refused', reason: 'id_conflict', transferId: original.id });
    }
    expect(await readBalance(ledger.db, { account: purse })).toBe(90n);
  });

  test('nonsense is a fault of the caller, not an outcome', async () => {
    const { homeId, purse } = await newFilledPurse(100n);
    const nonsense: [Partial<TransferRequest>, RegExp][] = [
      [{ amount: 0n }, /leave it out/],
      [{ amount: -1n }, /leave it out/],
      [{ amount: 'linked' }, /linked to nothing/],
      [{ credit: purse }, /on both sides/],
      [{ debit: 'vault', amount: 'all' }, /not known under lock/],
      [{ credit: 'nobody' }, /no account kind allows nobody/],
      [{ credit: `purse:${randomUUID()}` }, /no account kind allows purse/],
      [{ homeId: randomUUID() }, /no account kind allows purse/],
      [{ amount: 10n ** 16n, debit: 'vault' }, /amount_cents/],
    ];
    for (const [change, message] of nonsense) {
      const request = { ...transfer({ homeId, debit: purse, credit: 'bridge', amount: 1n }), ...change };
      await expect(postGroups([{ transfers: [request] }])).rejects.toThrow(message);
    }
    await expect(postGroups([{ transfers: [] }])).rejects.toThrow(TypeError);
    expect(await postGroups([])).toEqual([]);
  });

  test('locked balances hold until the transaction ends', async () => {
    const { homeId, purse } = await newFilledPurse(100n);
    const unknown = newPurse();
    await inTransaction(ledger.db, async (tx) => {
      const balances = await lockBalances(tx, [
        { homeId, account: purse },
        { homeId: unknown.homeId, account: unknown.purse },
      ]);
      expect(balances).toEqual(
        new Map([
          [purse, 100n],
          [unknown.purse, 0n],
        ]),
      );
      await post(tx, [{ transfers: [transfer({ homeId, debit: purse, credit: 'bridge', amount: 'all' })] }]);
    });
    expect(await readBalance(ledger.db, { account: purse })).toBe(0n);
  });

  test('a balance that needs a home is not guessed', async () => {
    await expect(readBalance(ledger.db, { account: `locker:${randomUUID()}` })).rejects.toThrow('home');
    await expect(readBalance(ledger.db, { account: 'nobody' })).rejects.toThrow('no account kind');
  });
});

test('transfer ids come from cause and leg alone', () => {
  expect(transferId('spend/1', 'value')).toBe(transferId('spend/1', 'value'));
  const ids = [transferId('spend/1', 'value'), transferId('spend/1', 'fee'), transferId('spend/2', 'value')];
  expect(new Set(ids).size).toBe(3);
});

function newPurse() {
  const homeId = randomUUID();
  return { homeId, purse: `purse:${homeId}` };
}

async function newFilledPurse(amount: bigint) {
  const made = newPurse();
  await postGroups([
    { transfers: [transfer({ homeId: made.homeId, debit: 'vault', credit: made.purse, amount })] },
  ]);
  return made;
}

function transfer(request: Omit<TransferRequest, 'id' | 'kind'>): TransferRequest {
  return { id: randomUUID(), kind: 'test', ...request };
}

async function postGroups(groups: TransferGroup[]) {
  return inTransaction(ledger.db, async (tx) => post(tx, groups));
}
