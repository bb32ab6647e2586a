import { sql, type RawBuilder } from 'kysely';
import { byCell, type Cell } from '../platform/db/cells.ts';
import type { Db, Transaction } from '../platform/db/database.ts';
import {
  inTransaction,
  isConnectionLoss,
  UnknownOutcome,
  withRetries,
} from '../platform/db/in-transaction.ts';
import { together } from '../platform/db/shared-transaction.ts';
import { postInOneCall } from './post-in-one-call.ts';
import { balanceKey, transferKey, type AccountKind, type Books, type StoredTransfer } from './books.ts';
import { decide } from './decide.ts';
import type { BusyOutcome, GroupOutcome, TransferGroup, TransferRequest } from './transfer.ts';

/** A strict balance as `ledger.lock_strict` returned it; null cents when another transaction holds it. */
export type LockedBalance = {
  homeId: string;
  account: string;
  side: AccountKind['side'];
  cents: bigint | null;
};

/**
 * Posts groups of transfers: each succeeds or is refused on its own, in order, as if it were alone. Waits for
 * accounts that another transaction holds. On one PostgreSQL one round trip, however many groups, where nothing stands against any of
 * them, and three else; as many for each cell where it is spread.
 * @param tx an open transaction; nothing is final before its commit, and it must be run again from its start on
 *   SQLSTATE 40001 (another transaction posted one of the ids concurrently)
 * @returns one outcome per group; repeating a group answers `exists` with the first amounts and balances
 * @throws TypeError for what no caller may ask: no transfers, an amount below one cent, an account on both sides
 */
export const post = together(async (tx: Transaction, each: TransferGroup[][]): Promise<GroupOutcome[][]> => {
  const decided = await lockDecideApply(tx, each.flat(), { skipsBusy: false });
  const outcomes = decided.map((one) => {
    if (one.outcome === 'busy') throw new Error('A post that waits for locks found an account busy.');
    return one;
  });
  return each.map(({ length }) => outcomes.splice(0, length));
});

/**
 * Like `post`, for money that has moved already or was checked under lock: none of it may be refused.
 * @throws Error when one is, so that nothing is written around a transfer that is not there
 */
export async function postOrThrow(tx: Transaction, groups: TransferGroup[]): Promise<void> {
  for (const [n, outcome] of (await post(tx, groups)).entries()) {
    if (outcome.outcome !== 'refused') continue;
    const transfer = groups[n]?.transfers[0];
    throw new Error(`The ledger refused ${transfer?.kind} ${transfer?.id}: ${outcome.reason}.`);
  }
}

/**
 * Posts one group by itself, in one statement where nothing stands against it. An id counts once, so that it is asked again when the
 * answer is lost, and `posted` or `exists` is final.
 * @returns as `post`: `exists` also where the first answer was lost
 * @throws as `post`; UnknownOutcome where an answer was lost and no later one is final: a statement that is still waiting on the server may
 *   find what a later one has missed
 */
export async function postAlone(db: Db, group: TransferGroup): Promise<GroupOutcome> {
  const groups = [normalise(group)];
  let isAnswerLost = false;
  const ask = () =>
    postInOneCall(db, groups).catch((error: unknown) => {
      isAnswerLost ||= isConnectionLoss(error);
      throw error;
    });
  try {
    const [outcome] = (await withRetries(ask)) ?? (await inTransaction(db, (tx) => post(tx, groups)));
    if (!outcome) throw new Error('A group was posted without an outcome.');
    if (isAnswerLost && outcome.outcome === 'refused' && outcome.reason === 'insufficient')
      throw new Error('What was asked before may still find enough.');
    return outcome;
  } catch (error) {
    if (!isAnswerLost) throw error;
    throw new UnknownOutcome('the database does not say whether a group was posted', { cause: error });
  }
}

/** Like `post`, but leaves groups alone whose accounts another transaction has locked, instead of waiting. */
export async function postUnlessBusy(
  tx: Transaction,
  groups: TransferGroup[],
): Promise<(GroupOutcome | BusyOutcome)[]> {
  return lockDecideApply(tx, groups, { skipsBusy: true });
}

/**
 * `post` for a caller that has locked the strict accounts and writes the transfers itself, so that a
 * hot path takes one round trip for each. Accounts that are not given are taken as lazy ones that grow. Not for groups
 * that may have been posted before: that has to be known from the caller's own reading under the lock.
 * @param cell of all these groups, or null where one call is for all cells
 * @returns one outcome per group, and the call, if any, that writes what was decided, for a statement's list of what it
 *   selects; it fails when anything was claimed about an account that is not so
 */
export function decideLocked(
  cell: Cell,
  locked: LockedBalance[],
  groups: TransferGroup[],
): { outcomes: (GroupOutcome | BusyOutcome)[]; writing: RawBuilder<unknown>[] } {
  const lazy = groups.flatMap(({ transfers }) => transfers.flatMap(({ debit, credit }) => [debit, credit]));
  const kinds = new Map<string, AccountKind>([
    ...lazy.map((account) => [account, { side: 'credit', mode: 'lazy' }] as const),
    ...locked.map(({ account, side }) => [account, { side, mode: 'strict' }] as const),
  ]);
  const balances = new Map(
    locked.map(({ homeId, account, side, cents }) => [
      balanceKey({ side, mode: 'strict' }, homeId, account),
      cents,
    ]),
  );
  const { outcomes, transfers } = decide({ kinds, balances, transfers: new Map() }, groups.map(normalise));
  return { outcomes, writing: transfers.length > 0 ? [applying(cell, transfers)] : [] };
}

async function lockDecideApply(
  tx: Transaction,
  given: TransferGroup[],
  options: { skipsBusy: boolean },
): Promise<(GroupOutcome | BusyOutcome)[]> {
  if (given.length === 0) return [];
  const groups = given.map(normalise);
  if (!options.skipsBusy) {
    const posted = await postInOneCall(tx, groups);
    if (posted) return posted;
  }
  const books = await lockBooks(
    tx,
    groups.flatMap((group) => group.transfers),
    options,
  );
  const { outcomes, transfers } = decide(books, groups);
  if (transfers.length === 0) return outcomes;
  for (const { cell, members } of await byCell(tx, transfers, ({ homeId }) => homeId)) {
    await sql`select ${applying(cell, members)}`.execute(tx);
  }
  return outcomes;
}

type StoredJson = {
  homeId: string;
  id: string;
  debit: string;
  credit: string;
  kind: string;
  amountCents: string;
  debitBalanceAfterCents: string | null;
  creditBalanceAfterCents: string | null;
};

type LockedRow = {
  kinds: ({ account: string } & AccountKind)[] | null;
  balances: { homeId: string | null; account: string; cents: string | null }[] | null;
  existing: StoredJson[] | null;
};

async function lockBooks(
  tx: Transaction,
  transfers: TransferRequest[],
  { skipsBusy }: { skipsBusy: boolean },
): Promise<Books> {
  const kinds = new Map<string, AccountKind>();
  const balances = new Map<string, bigint | null>();
  const existing = new Map<string, StoredTransfer>();
  for (const { cell, members } of await byCell(tx, transfers, ({ homeId }) => homeId)) {
    const locked = await lockCell(tx, cell, members, skipsBusy);
    for (const { account, side, mode } of locked?.kinds ?? []) kinds.set(account, { side, mode });
    for (const { homeId, account, cents } of locked?.balances ?? []) {
      const kind: AccountKind = { side: 'credit', mode: homeId === null ? 'lazy' : 'strict' };
      balances.set(balanceKey(kind, homeId ?? '', account), toCents(cents) ?? null);
    }
    for (const one of locked?.existing ?? []) existing.set(transferKey(one), toStored(one));
  }
  return { kinds, balances, transfers: existing };
}

async function lockCell(
  tx: Transaction,
  cell: Cell,
  transfers: TransferRequest[],
  skipsBusy: boolean,
): Promise<LockedRow | undefined> {
  const { rows } = await sql<LockedRow>`
    select kinds, balances, existing from ledger.lock_transfers(
      ${cell}::smallint,
      ${transfers.map((one) => one.homeId)}::uuid[],
      ${transfers.map((one) => one.id)}::uuid[],
      ${transfers.map((one) => one.debit)}::text[],
      ${transfers.map((one) => one.credit)}::text[],
      ${skipsBusy}
    )`.execute(tx);
  return rows[0];
}

function toStored(json: StoredJson): StoredTransfer {
  return {
    ...json,
    amountCents: BigInt(json.amountCents),
    debitBalanceAfterCents: toCents(json.debitBalanceAfterCents),
    creditBalanceAfterCents: toCents(json.creditBalanceAfterCents),
  };
}

function toCents(text: string | null): bigint | undefined {
  return text === null ? undefined : BigInt(text);
}

/**
 * The group with its uuids as the database writes them.
 * @throws TypeError for what no caller may ask: no transfers, an amount below one cent, an account on both sides
 */
function normalise({ transfers }: TransferGroup): TransferGroup {
  if (transfers.length === 0) throw new TypeError('A group has at least one transfer.');
  return {
    transfers: transfers.map((transfer, n) => {
      if (typeof transfer.amount === 'bigint' && transfer.amount < 1n) {
        throw new TypeError(`Transfer ${transfer.id} moves ${transfer.amount} cents; leave it out instead.`);
      }
      if (transfer.amount === 'linked' && n === 0) {
        throw new TypeError(`Transfer ${transfer.id} is the first of its group and linked to nothing.`);
      }
      if (transfer.debit === transfer.credit) {
        throw new TypeError(`Transfer ${transfer.id} has ${transfer.debit} on both sides.`);
      }
      return { ...transfer, id: transfer.id.toLowerCase(), homeId: transfer.homeId.toLowerCase() };
    }),
  };
}

/** The call that writes transfers which were decided under lock; it is for a statement's list of what it selects. */
function applying(cell: Cell, transfers: StoredTransfer[]): RawBuilder<unknown> {
  return sql`ledger.apply_transfers(
    ${cell}::smallint,
    ${transfers.map((one) => one.homeId)}::uuid[],
    ${transfers.map((one) => one.id)}::uuid[],
    ${transfers.map((one) => one.debit)}::text[],
    ${transfers.map((one) => one.credit)}::text[],
    ${transfers.map((one) => one.amountCents)}::bigint[],
    ${transfers.map((one) => one.kind)}::text[],
    ${transfers.map((one) => one.reference ?? null)}::text[]
  )`;
}
