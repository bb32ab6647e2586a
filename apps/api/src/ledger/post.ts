import { sql } from 'kysely';
import type { Transaction } from '../platform/db/database.ts';
import type { GroupOutcome, PostedTransfer, TransferGroup } from './transfer.ts';

/**
 * Posts groups of transfers; returns one outcome per group. Posts or refuses each group in order, as if it were
 * alone. Waits for accounts that another transaction has locked. Needs one round trip for any number of groups, plus
 * one for each repeated id.
 * @param tx an open transaction. Nothing is final before its commit. Retry it from its start on SQLSTATE 40001:
 *   another
 *   transaction has concurrently posted one of the ids
 * @returns one outcome per group; a repeated group gets `exists` with the first amounts and balances
 * @throws TypeError for an invalid request: no transfers, an amount below one cent, an account on both sides
 */
export async function post(tx: Transaction, groups: TransferGroup[]): Promise<GroupOutcome[]> {
  const outcomes: GroupOutcome[] = [];
  const members: Member[] = [];
  for (const [place, group] of groups.map(normalise).entries()) {
    const ids = group.transfers.map(({ id }) => id);
    const repeated = ids.find((id, n) => ids.indexOf(id) < n);
    if (repeated === undefined) members.push({ place, group });
    else outcomes[place] = { outcome: 'refused', reason: 'id_conflict', transferId: repeated };
  }
  const calls = callsFor(members);
  if (calls.length > 1) await lockAccounts(tx, members);
  for (const call of calls) {
    const answers = await callPost(
      tx,
      call.map(({ group }) => group),
    );
    for (const [n, answer] of answers.entries()) outcomes[call[n]?.place ?? 0] = answer;
  }
  return outcomes;
}

/**
 * Posts transfers that must not be refused, because the money has already moved or was checked under a lock.
 * @throws Error if one is refused, so that the transaction writes nothing that depends on the missing transfer
 */
export async function postOrThrow(tx: Transaction, groups: TransferGroup[]): Promise<void> {
  for (const [n, outcome] of (await post(tx, groups)).entries()) {
    if (outcome.outcome !== 'refused') continue;
    const transfer = groups[n]?.transfers[0];
    throw new Error(`ledger refused ${transfer?.kind} ${transfer?.id}: ${outcome.reason}`);
  }
}

/** A group and its index in the request. */
type Member = { place: number; group: TransferGroup };

/**
 * Splits groups into calls of `ledger.post`, in order. Groups that share a transfer id go into different calls, so
 * that the later one finds the earlier transfers.
 */
function callsFor(members: Member[]): Member[][] {
  const calls: Member[][] = [];
  let ids = new Set<string>();
  for (const member of members) {
    const own = member.group.transfers.map(({ id }) => id);
    const call = calls.at(-1);
    if (call === undefined || own.some((id) => ids.has(id))) {
      calls.push([member]);
      ids = new Set(own);
    } else {
      call.push(member);
      for (const id of own) ids.add(id);
    }
  }
  return calls;
}

/** Locks all accounts of several `ledger.post` calls at once, in the same order as every other transaction. */
async function lockAccounts(tx: Transaction, members: Member[]): Promise<void> {
  const transfers = members.flatMap(({ group }) => group.transfers);
  await sql`
    select from ledger.lock_accounts(
      ${transfers.map(({ homeId }) => homeId)}::uuid[],
      ${transfers.map(({ debit }) => debit)}::text[],
      ${transfers.map(({ credit }) => credit)}::text[]
    )`.execute(tx);
}

type Row = {
  transfer: number;
  outcome: 'posted' | 'exists' | 'insufficient' | 'id_conflict';
  amountCents: bigint | null;
  debitAfterCents: bigint | null;
  creditAfterCents: bigint | null;
  account: string | null;
  availableCents: bigint | null;
};

/** Values that `ledger.post` expects for the amounts `all` and `linked`. */
const AMOUNTS = { all: null, linked: 0n };

/** Calls `ledger.post` once. The groups must share no transfer id. */
async function callPost(tx: Transaction, groups: TransferGroup[]): Promise<GroupOutcome[]> {
  const transfers = groups.flatMap((group) => group.transfers);
  const { rows } = await sql<Row>`
    select transfer, outcome, amount_cents as "amountCents", debit_after_cents as "debitAfterCents",
      credit_after_cents as "creditAfterCents", account, available_cents as "availableCents"
    from ledger.post(
      ${groups.flatMap((group, n) => group.transfers.map(() => n))}::integer[],
      ${transfers.map(({ homeId }) => homeId)}::uuid[],
      ${transfers.map(({ id }) => id)}::uuid[],
      ${transfers.map(({ debit }) => debit)}::text[],
      ${transfers.map(({ credit }) => credit)}::text[],
      ${transfers.map(({ amount }) => (typeof amount === 'bigint' ? amount : AMOUNTS[amount]))}::bigint[],
      ${transfers.map(({ kind }) => kind)}::text[],
      ${transfers.map(({ reference }) => reference ?? null)}::text[]
    )`.execute(tx);
  const byTransfer = new Map(rows.map((row) => [row.transfer, row]));
  let position = 0;
  return groups.map((group) => {
    const own = group.transfers.flatMap(() => byTransfer.get((position += 1)) ?? []);
    return answerOf(group, own, position - group.transfers.length);
  });
}

/**
 * Converts the rows of one group into its outcome.
 * @param before number of transfers in the preceding groups
 */
function answerOf(group: TransferGroup, rows: Row[], before: number): GroupOutcome {
  const [first] = rows;
  if (!first) throw new Error('ledger.post returned no answer for a group');
  const transferOf = ({ transfer }: Row) => group.transfers[transfer - before - 1];
  if (first.outcome === 'insufficient') {
    const { account, availableCents } = first;
    const short = { account: account ?? '', availableCents: availableCents ?? 0n };
    return { outcome: 'refused', reason: 'insufficient', ...short };
  }
  if (first.outcome === 'id_conflict')
    return { outcome: 'refused', reason: 'id_conflict', transferId: transferOf(first)?.id ?? '' };
  const transfers = rows.map((row): PostedTransfer => ({
    id: transferOf(row)?.id ?? '',
    amountCents: row.amountCents ?? 0n,
    debitBalanceAfterCents: row.debitAfterCents ?? undefined,
    creditBalanceAfterCents: row.creditAfterCents ?? undefined,
  }));
  return { outcome: first.outcome, transfers };
}

/**
 * Writes a group's UUIDs as the database does.
 * @throws TypeError for an invalid request: no transfers, an amount below one cent, an account on both sides
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
