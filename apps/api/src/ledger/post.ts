import { sql } from 'kysely';
import { byCell, type Cell } from '../platform/db/cells.ts';
import type { Transaction } from '../platform/db/database.ts';
import { postAcrossCells, type Answer } from './post-across-cells.ts';
import type { GroupOutcome, PostedTransfer, TransferGroup } from './transfer.ts';

/**
 * Posts groups of transfers: each succeeds or is refused on its own, in order, as if it were alone. Waits for accounts that
 * another transaction holds. One round trip, however many groups, and one for each cell where the database is distributed.
 * @param tx an open transaction; nothing is final before its commit, and it must be run again from its start on
 *   SQLSTATE 40001 (another transaction posted one of the ids concurrently)
 * @returns one outcome per group; repeating a group answers `exists` with the first amounts and balances
 * @throws TypeError for what no caller may ask: no transfers, an amount below one cent, an account on both sides
 */
export function post(tx: Transaction, groups: TransferGroup[]): Promise<GroupOutcome[]> {
  return postAll(tx, groups.map(normalise));
}

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

/** A group with its place among all. */
type Member = { place: number; group: TransferGroup; cells: Cell[] };

async function postAll(tx: Transaction, groups: TransferGroup[]): Promise<GroupOutcome[]> {
  const outcomes: GroupOutcome[] = [];
  const members: Member[] = [];
  for (const [place, group] of groups.entries()) {
    const ids = group.transfers.map(({ id }) => id);
    const repeated = ids.find((id, n) => ids.indexOf(id) < n);
    if (repeated !== undefined) {
      outcomes[place] = { outcome: 'refused', reason: 'id_conflict', transferId: repeated };
      continue;
    }
    const parts = await byCell(tx, group.transfers, homeOf);
    members.push({ place, group, cells: parts.map(({ cell }) => cell) });
  }
  const calls = callsFor(members);
  if (calls.length > 1 || calls.some(isAcrossCells))
    await lockInOrder(
      tx,
      members.map(({ group }) => group),
    );
  for (const call of calls) {
    const answers = await answersOf(tx, call);
    for (const [n, answer] of answers.entries()) outcomes[call[n]?.place ?? 0] = answer;
  }
  return outcomes;
}

/**
 * Splits groups into calls, in their order. Two groups with the same id go into two calls, so that the second finds what the first has
 * posted. A group with homes in several cells gets a call of its own.
 */
function callsFor(members: Member[]): Member[][] {
  const rounds: Member[][] = [];
  let ids = new Set<string>();
  for (const member of members) {
    const own = member.group.transfers.map(({ id }) => id);
    const round = rounds.at(-1);
    const isApart =
      isAcrossCells([member]) || (round && isAcrossCells(round)) || own.some((id) => ids.has(id));
    if (round === undefined || isApart) {
      rounds.push([member]);
      ids = new Set(own);
    } else {
      round.push(member);
      for (const id of own) ids.add(id);
    }
  }
  return rounds.flatMap((round) => [...Map.groupBy(round, ({ cells: [cell] }) => cell).values()]);
}

function isAcrossCells(call: Member[]): boolean {
  return call.some(({ cells }) => cells.length > 1);
}

async function answersOf(tx: Transaction, call: Member[]): Promise<GroupOutcome[]> {
  const [first] = call;
  if (!first) return [];
  if (isAcrossCells(call)) return [await postAcrossCells(tx, first.group, callPost)];
  const answers = await callPost(
    tx,
    first.cells[0] ?? null,
    call.map(({ group }) => group),
  );
  return answers.map(({ outcome }) => outcome);
}

/** Locks what several calls will change, cell by cell, which is the order of every transaction. */
async function lockInOrder(tx: Transaction, groups: TransferGroup[]): Promise<void> {
  const transfers = groups.flatMap((group) => group.transfers);
  for (const { cell, members } of await byCell(tx, transfers, homeOf)) {
    await sql`
      select from ledger.lock_accounts(
        ${cell}::smallint,
        ${members.map(homeOf)}::uuid[],
        ${members.map(({ debit }) => debit)}::text[],
        ${members.map(({ credit }) => credit)}::text[]
      )`.execute(tx);
  }
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

/** What ledger.post takes in place of an amount. */
const AMOUNTS = { all: null, linked: 0n };

/** One call of ledger.post, for groups that share no id. */
async function callPost(tx: Transaction, cell: Cell, groups: TransferGroup[]): Promise<Answer[]> {
  const transfers = groups.flatMap((group) => group.transfers);
  const { rows } = await sql<Row>`
    select transfer, outcome, amount_cents as "amountCents", debit_after_cents as "debitAfterCents",
      credit_after_cents as "creditAfterCents", account, available_cents as "availableCents"
    from ledger.post(
      ${cell}::smallint,
      ${groups.flatMap((group, n) => group.transfers.map(() => n))}::integer[],
      ${transfers.map(homeOf)}::uuid[],
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

/** @param before how many transfers the groups before it have */
function answerOf(group: TransferGroup, rows: Row[], before: number): Answer {
  const [first] = rows;
  if (!first) throw new Error('ledger.post did not answer for a group.');
  const transferOf = ({ transfer }: Row) => group.transfers[transfer - before - 1];
  const refused = transferOf(first);
  if (first.outcome === 'insufficient') {
    const { account, availableCents } = first;
    const short = { account: account ?? '', availableCents: availableCents ?? 0n };
    return { outcome: { outcome: 'refused', reason: 'insufficient', ...short }, refused };
  }
  if (first.outcome === 'id_conflict')
    return { outcome: { outcome: 'refused', reason: 'id_conflict', transferId: refused?.id ?? '' }, refused };
  const transfers = rows.map((row): PostedTransfer => ({
    id: transferOf(row)?.id ?? '',
    amountCents: row.amountCents ?? 0n,
    debitBalanceAfterCents: row.debitAfterCents ?? undefined,
    creditBalanceAfterCents: row.creditAfterCents ?? undefined,
  }));
  return { outcome: { outcome: first.outcome, transfers } };
}

function homeOf({ homeId }: { homeId: string }): string {
  return homeId;
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
