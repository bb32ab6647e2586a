import { sql } from 'kysely';
import { cellOf, type Cell } from '../platform/db/cells.ts';
import type { Transaction } from '../platform/db/database.ts';
import { RetryTransaction } from '../platform/db/in-transaction.ts';
import { lockBalances } from './balances.ts';
import type { GroupOutcome, PostedTransfer, TransferGroup, TransferRequest } from './transfer.ts';

/** What ledger.post says of a group, and which of its transfers it could not post. */
export type Answer = { outcome: GroupOutcome; refused?: TransferRequest | undefined };

type Post = (tx: Transaction, cell: Cell, groups: TransferGroup[]) => Promise<Answer[]>;

/**
 * Posts a group whose homes are in several cells of a distributed database: a call for each run of transfers of one cell, and
 * none of them counts when one is refused.
 */
export async function postAcrossCells(
  tx: Transaction,
  group: TransferGroup,
  post: Post,
): Promise<GroupOutcome> {
  await sql`savepoint posting`.execute(tx);
  const transfers: PostedTransfer[] = [];
  const outcomes = new Set<'posted' | 'exists'>();
  for (const { cell, members } of runsOf(group.transfers)) {
    const [first, ...others] = members;
    const amount = first?.amount === 'linked' ? transfers.at(-1)?.amountCents : first?.amount;
    if (first === undefined || amount === undefined) throw new Error('A transfer is linked to nothing.');
    const [answer] = await post(tx, cell, [{ transfers: [{ ...first, amount }, ...others] }]);
    if (answer === undefined) throw new Error('A group was posted without an outcome.');
    if (answer.outcome.outcome === 'refused') return refuse(tx, group, answer);
    outcomes.add(answer.outcome.outcome);
    transfers.push(...answer.outcome.transfers);
  }
  const [outcome = 'posted', ...others] = outcomes;
  if (others.length > 0) return refuse(tx, group);
  return { outcome, transfers };
}

/** Undoes what was posted of the group. A part that is there already makes it a conflict, whatever else is wrong. */
async function refuse(tx: Transaction, group: TransferGroup, answer?: Answer): Promise<GroupOutcome> {
  await sql`rollback to savepoint posting`.execute(tx);
  const [known, ...others] = await findKnown(tx, group.transfers);
  const isWhole = others.length + 1 === group.transfers.length;
  if (known !== undefined && !isWhole)
    return { outcome: 'refused', reason: 'id_conflict', transferId: known };
  const { outcome, refused } = answer ?? {};
  // Posted or ended by another transaction since: the caller begins again, and finds all of it or none.
  if (outcome === undefined || (isWhole && !('transferId' in outcome)))
    throw new RetryTransaction('another transaction has posted part of a group');
  if (!('account' in outcome) || refused === undefined) return outcome;
  // What it had before the group: earlier runs of it, which are undone, may have changed it.
  const { account } = outcome;
  const balances = await lockBalances(tx, [{ homeId: refused.homeId, account }]);
  return { ...outcome, availableCents: balances.get(account) ?? 0n };
}

/** @returns the ids that are posted already, in the order of the group */
async function findKnown(tx: Transaction, transfers: TransferRequest[]): Promise<string[]> {
  const known: string[] = [];
  for (const { homeId, id } of transfers) {
    const { rows } = await sql<{ id: string }>`
      select id from ledger.transfers where cell = ${cellOf(homeId)} and home_id = ${homeId}::uuid and id = ${id}::uuid`.execute(
      tx,
    );
    known.push(...rows.map((row) => row.id));
  }
  return known;
}

function runsOf(transfers: TransferRequest[]): { cell: number; members: TransferRequest[] }[] {
  const runs: { cell: number; members: TransferRequest[] }[] = [];
  for (const transfer of transfers) {
    const cell = cellOf(transfer.homeId);
    const last = runs.at(-1);
    if (last?.cell === cell) last.members.push(transfer);
    else runs.push({ cell, members: [transfer] });
  }
  return runs;
}
