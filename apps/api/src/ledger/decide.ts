import { balanceKey, balanceOf, kindOf, transferKey, type Books, type StoredTransfer } from './books.ts';
import type {
  BusyOutcome,
  GroupOutcome,
  PostedTransfer,
  TransferGroup,
  TransferRequest,
} from './transfer.ts';

export type Decision = { outcomes: (GroupOutcome | BusyOutcome)[]; transfers: StoredTransfer[] };

/**
 * Decides every group on its own, in order, as if it were alone with what its predecessors left. Pure: the books
 * given are not changed, and a refused group leaves no trace for those after it.
 * @returns one outcome per group, and the transfers to be written
 * @throws TypeError when `all` is asked of an account whose balance is not checked
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

/** Cents by `balanceKey`, as they were before the group that is being moved. */
type Before = Map<string, bigint>;

/** Moves the money of one group between the balances; a refused group leaves them as they were. */
function moveGroup(
  books: Books,
  group: TransferGroup,
): { outcome: GroupOutcome; transfers: StoredTransfer[] } {
  const before: Before = new Map();
  const moved: StoredTransfer[] = [];
  for (const request of group.transfers) {
    const transfer = moveTransfer(books, before, request, moved.at(-1));
    if ('shortAccount' in transfer) {
      const account = transfer.shortAccount;
      const availableCents = undo(books, before, request.homeId, account);
      return {
        outcome: { outcome: 'refused', reason: 'insufficient', account, availableCents },
        transfers: [],
      };
    }
    moved.push(transfer);
  }
  for (const transfer of moved) books.transfers.set(transferKey(transfer), transfer);
  return { outcome: { outcome: 'posted', transfers: moved.map(toPosted) }, transfers: moved };
}

/** What a caller learns about a transfer. */
function toPosted(transfer: StoredTransfer): PostedTransfer {
  const { id, amountCents, debitBalanceAfterCents, creditBalanceAfterCents } = transfer;
  return { id, amountCents, debitBalanceAfterCents, creditBalanceAfterCents };
}

function moveTransfer(
  books: Books,
  before: Before,
  request: TransferRequest,
  previous: StoredTransfer | undefined,
): StoredTransfer | { shortAccount: string } {
  const { id, homeId, debit, credit, kind, reference } = request;
  const amountCents = amountOf(books, request, previous);
  if (amountCents === 0n) return { shortAccount: debit };
  const debitAfter = moveLeg(books, before, homeId, { account: debit, side: 'debit', amountCents });
  if (debitAfter !== undefined && debitAfter < 0n) return { shortAccount: debit };
  const creditAfter = moveLeg(books, before, homeId, { account: credit, side: 'credit', amountCents });
  if (creditAfter !== undefined && creditAfter < 0n) return { shortAccount: credit };
  return {
    id,
    homeId,
    debit,
    credit,
    kind,
    reference,
    amountCents,
    debitBalanceAfterCents: kindOf(books, debit).mode === 'strict' ? debitAfter : undefined,
    creditBalanceAfterCents: kindOf(books, credit).mode === 'strict' ? creditAfter : undefined,
  };
}

function amountOf(books: Books, request: TransferRequest, previous: StoredTransfer | undefined): bigint {
  if (typeof request.amount === 'bigint') return request.amount;
  if (request.amount === 'linked') {
    if (!previous) throw new TypeError('The first transfer of a group has nothing to be linked to.');
    return previous.amountCents;
  }
  const wholeBalance = balanceOf(books, request.homeId, request.debit);
  if (wholeBalance === undefined || wholeBalance === null) {
    throw new TypeError(`The whole balance of ${request.debit} is not known under lock.`);
  }
  return wholeBalance;
}

/** The balance afterwards, perhaps below zero; undefined for an account whose balance is not checked. */
function moveLeg(
  books: Books,
  before: Before,
  homeId: string,
  leg: { account: string; side: 'debit' | 'credit'; amountCents: bigint },
): bigint | undefined {
  const balanceCents = balanceOf(books, homeId, leg.account);
  if (balanceCents === undefined || balanceCents === null) return undefined;
  const kind = kindOf(books, leg.account);
  const key = balanceKey(kind, homeId, leg.account);
  if (!before.has(key)) before.set(key, balanceCents);
  const afterCents = kind.side === leg.side ? balanceCents + leg.amountCents : balanceCents - leg.amountCents;
  books.balances.set(key, afterCents);
  return afterCents;
}

/** Puts the balances back; returns what the account that was short had before the group. */
function undo(books: Books, before: Before, homeId: string, shortAccount: string): bigint {
  for (const [key, cents] of before) books.balances.set(key, cents);
  return balanceOf(books, homeId, shortAccount) ?? 0n;
}
