import { balanceOf, transferKey } from './books.ts';
import type { Books, StoredTransfer } from './books.ts';
import { moveGroup, toPosted } from './move-group.ts';
import type { BusyOutcome, GroupOutcome, TransferGroup, TransferRequest } from './transfer.ts';

export type Decision = { outcomes: (GroupOutcome | BusyOutcome)[]; transfers: StoredTransfer[] };

/**
 * Decides every group on its own, in order, as if it were alone with what its predecessors left. Pure: the books
 * given are not changed, and a refused group leaves no trace for those after it.
 * @returns one outcome per group, and the transfers to be written
 * @throws TypeError when `all` is asked of an account whose balance nobody checks
 */
export function decide(before: Books, groups: readonly TransferGroup[]): Decision {
  const books = { ...before, balances: new Map(before.balances), transfers: new Map(before.transfers) };
  const moved: StoredTransfer[] = [];
  const outcomes = groups.map((group): GroupOutcome | BusyOutcome => {
    const earlier = recall(books, group);
    if (earlier) return earlier;
    if (isBusy(books, group)) return { outcome: 'busy' };
    const { outcome, transfers } = moveGroup(books, group);
    moved.push(...transfers);
    return outcome;
  });
  return { outcomes, transfers: moved };
}

/** The answer to a group that was posted before or that uses an id of another; undefined for a new one. */
function recall(books: Books, { transfers }: TransferGroup): GroupOutcome | undefined {
  const repeated = transfers.find((one, n) => transfers.some((other, m) => m < n && other.id === one.id));
  if (repeated) return { outcome: 'refused', reason: 'id_conflict', transferId: repeated.id };

  const known = transfers.flatMap((wanted) => {
    const stored = books.transfers.get(transferKey(wanted));
    return stored ? [{ wanted, stored }] : [];
  });
  if (known.length === 0) return undefined;
  const isWhole = known.length === transfers.length;
  const conflict = known.find(({ wanted, stored }) => !isWhole || !isSameTransfer(wanted, stored));
  if (conflict) return { outcome: 'refused', reason: 'id_conflict', transferId: conflict.wanted.id };
  return { outcome: 'exists', transfers: known.map(({ stored }) => toPosted(stored)) };
}

// The reference is a remark: a retry that knows a receipt by now is still the same transfer.
function isSameTransfer(wanted: TransferRequest, stored: StoredTransfer): boolean {
  return (
    wanted.debit === stored.debit &&
    wanted.credit === stored.credit &&
    wanted.kind === stored.kind &&
    (typeof wanted.amount === 'string' || wanted.amount === stored.amountCents)
  );
}

function isBusy(books: Books, { transfers }: TransferGroup): boolean {
  return transfers.some(
    ({ homeId, debit, credit }) =>
      balanceOf(books, homeId, debit) === null || balanceOf(books, homeId, credit) === null,
  );
}
