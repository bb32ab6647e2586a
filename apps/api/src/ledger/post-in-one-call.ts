import { sql, type RawBuilder } from 'kysely';
import { byCell, type Cell } from '../platform/db/cells.ts';
import type { Db } from '../platform/db/database.ts';
import type { GroupOutcome, TransferGroup, TransferRequest } from './transfer.ts';

/** How ledger.post_group is told amounts that only the books know. */
const AMOUNTS = { all: null, linked: 0n };

/**
 * Posts groups that nothing stands against, in one round trip.
 * @param db a transaction, or a database, whose statement is then committed by itself
 * @param groups whose uuids are written as the database writes them
 * @returns undefined, and nothing is moved, where something stands against a group, an id comes twice, they are of several cells, or they are
 *   several and of one cell or with an amount that is known only under lock
 * @throws SQLSTATE 40001 where another transaction posted one of the ids concurrently
 */
export async function postInOneCall(db: Db, groups: TransferGroup[]): Promise<GroupOutcome[] | undefined> {
  const transfers = groups.flatMap((group) => group.transfers);
  const [{ cell } = { cell: null }, ...others] = await byCell(db, transfers, ({ homeId }) => homeId);
  const isRepeating = new Set(transfers.map(({ id }) => id)).size < transfers.length;
  if (others.length > 0 || isRepeating) return undefined;
  const posting = groups.length === 1 ? postingOfGroup(cell, transfers) : postingOfBatch(cell, groups);
  if (posting === undefined) return undefined;
  const { rows } = await sql<PostedRow>`
    select amount_cents as "amountCents", debit_after_cents as "debitAfterCents", credit_after_cents as "creditAfterCents"
    from ${posting}`.execute(db);
  if (rows.length === 0) return undefined;
  const posted = rows.map(({ amountCents, debitAfterCents, creditAfterCents }, n) => ({
    id: transfers[n]?.id ?? '',
    amountCents,
    debitBalanceAfterCents: debitAfterCents ?? undefined,
    creditBalanceAfterCents: creditAfterCents ?? undefined,
  }));
  return groups.map((group) => ({
    outcome: 'posted',
    transfers: posted.splice(0, group.transfers.length),
  }));
}

type PostedRow = { amountCents: bigint; debitAfterCents: bigint | null; creditAfterCents: bigint | null };

function postingOfGroup(cell: Cell, transfers: TransferRequest[]): RawBuilder<unknown> {
  const [one, ...others] = transfers;
  if (cell === null && one && others.length === 0 && typeof one.amount === 'bigint') {
    const { homeId, id, debit, credit, amount, kind, reference = null } = one;
    return sql`ledger.post_one(
      ${homeId}::uuid, ${id}::uuid, ${debit}::text, ${credit}::text, ${amount}::bigint, ${kind}::text, ${reference}::text
    )`;
  }
  return sql`ledger.post_group(
    ${cell}::smallint,
    ${transfers.map(({ homeId }) => homeId)}::uuid[],
    ${transfers.map(({ id }) => id)}::uuid[],
    ${transfers.map(({ debit }) => debit)}::text[],
    ${transfers.map(({ credit }) => credit)}::text[],
    ${transfers.map(({ amount }) => (typeof amount === 'bigint' ? amount : AMOUNTS[amount]))}::bigint[],
    ${transfers.map(({ kind }) => kind)}::text[],
    ${transfers.map(({ reference }) => reference ?? null)}::text[]
  )`;
}

/** @returns undefined for one cell, and where an amount is known only under lock */
function postingOfBatch(cell: Cell, groups: TransferGroup[]): RawBuilder<unknown> | undefined {
  const amounts = groups.flatMap(amountsOf);
  if (cell !== null || amounts.includes(undefined)) return undefined;
  const transfers = groups.flatMap((group) => group.transfers);
  return sql`ledger.post_batch(
    ${transfers.map(({ homeId }) => homeId)}::uuid[],
    ${transfers.map(({ id }) => id)}::uuid[],
    ${transfers.map(({ debit }) => debit)}::text[],
    ${transfers.map(({ credit }) => credit)}::text[],
    ${amounts}::bigint[],
    ${transfers.map(({ kind }) => kind)}::text[],
    ${transfers.map(({ reference }) => reference ?? null)}::text[]
  )`;
}

/** @returns undefined for what is the whole balance of an account, and what is linked to it */
function amountsOf({ transfers }: TransferGroup): (bigint | undefined)[] {
  let before: bigint | undefined;
  return transfers.map(({ amount }) => {
    if (amount !== 'linked') before = amount === 'all' ? undefined : amount;
    return before;
  });
}
