import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyBatch, firstGroups, groupsIn, newWorld } from './testing/any-groups.ts';
import { balanceKey, transferKey } from './books.ts';
import type { Books, StoredTransfer } from './books.ts';
import { decide } from './decide.ts';
import { kindOf, referencePost, sum } from './testing/reference-ledger.ts';
import type { TransferGroup } from './transfer.ts';

describe('decide', () => {
  test('answers a batch as if its groups had come one after the other', () => {
    fc.assert(
      fc.property(anyBatch(), anyBatch(), (earlier, batch) => {
        const world = newWorld();
        const history: StoredTransfer[] = [];
        for (const group of [...firstGroups(world), ...groupsIn(world, earlier)])
          referencePost(history, group);
        const groups = groupsIn(world, batch);
        const books = booksOf(history, groups);
        const before = structuredClone(books);

        const { outcomes, transfers } = decide(books, groups);

        expect(books).toEqual(before);
        const start = history.length;
        expect(outcomes).toEqual(groups.map((group) => referencePost(history, group)));
        expect(transfers).toEqual(history.slice(start));
      }),
      { numRuns: 1000 },
    );
  });

  test('leaves groups alone that need an account held elsewhere, and only those', () => {
    fc.assert(
      fc.property(anyBatch(), fc.nat(), (batch, pick) => {
        const world = newWorld();
        const history: StoredTransfer[] = [];
        for (const group of firstGroups(world)) referencePost(history, group);
        const groups = groupsIn(world, batch);
        const books = booksOf(history, groups);
        const held = [...books.balances.keys()][pick % books.balances.size] ?? '';
        books.balances.set(held, null);
        const needsHeld = (group: TransferGroup) => group.transfers.some((one) => keysOf(one).includes(held));
        const expected = groups.map((group) => {
          const wouldBe = referencePost([...history], group);
          const isNew = wouldBe.outcome === 'posted' || 'account' in wouldBe;
          return isNew && needsHeld(group) ? { outcome: 'busy' } : referencePost(history, group);
        });
        expect(decide(books, groups).outcomes).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

function booksOf(history: StoredTransfer[], groups: TransferGroup[]): Books {
  const requests = groups.flatMap((group) => group.transfers);
  const accounts = new Set(requests.flatMap(({ debit, credit }) => [debit, credit]));
  const balances = requests.flatMap(({ homeId, debit, credit }) =>
    [debit, credit]
      .filter((account) => kindOf(account).isChecked)
      .map(
        (account) => [balanceKey(kindOf(account), homeId, account), sum(history, homeId, account)] as const,
      ),
  );
  return {
    kinds: new Map([...accounts].map((account) => [account, kindOf(account)])),
    balances: new Map(balances),
    transfers: new Map(history.map((one) => [transferKey(one), one])),
  };
}

function keysOf({ homeId, debit, credit }: { homeId: string; debit: string; credit: string }): string[] {
  return [debit, credit].map((account) => balanceKey(kindOf(account), homeId, account));
}
