import type { PostedTransfer } from './transfer.ts';

export type AccountKind = { side: 'debit' | 'credit'; mode: 'strict' | 'lazy' };

/** A transfer as it is written, or about to be. */
export type StoredTransfer = PostedTransfer & {
  homeId: string;
  debit: string;
  credit: string;
  kind: string;
  reference?: string;
};

/** What the database says, under lock, before a decision; updated by a decision in progress. */
export type Books = {
  /** By account code. */
  kinds: ReadonlyMap<string, AccountKind>;
  /** Cents by `balanceKey`; null is held by another transaction. Unchecked accounts are not here. */
  balances: Map<string, bigint | null>;
  /** By `transferKey`. */
  transfers: Map<string, StoredTransfer>;
};

/** @throws Error for an account that the database was not asked about */
export function kindOf(books: Books, account: string): AccountKind {
  const kind = books.kinds.get(account);
  if (!kind) throw new Error(`The kind of account ${account} was not read.`);
  return kind;
}

/** A strict account is one of its home; a lazy one is the same everywhere. */
export function balanceKey(kind: AccountKind, homeId: string, account: string): string {
  return kind.mode === 'strict' ? `${homeId} ${account}` : account;
}

/** Cents; null when locked elsewhere, undefined when the account is not checked. */
export function balanceOf(books: Books, homeId: string, account: string): bigint | null | undefined {
  const kind = kindOf(books, account);
  const cents = books.balances.get(balanceKey(kind, homeId, account));
  // A strict account that was never opened has no row.
  return cents === undefined && kind.mode === 'strict' ? 0n : cents;
}

/** An id is unique within its home. */
export function transferKey({ homeId, id }: { homeId: string; id: string }): string {
  return `${homeId} ${id}`;
}
