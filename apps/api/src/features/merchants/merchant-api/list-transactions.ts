import type {
  HandlerAnswer,
  HandlerInput,
  listTransactionsByMachine,
  TransactionObject,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listMovedIn } from '../settlements/index.ts';
import { earliestMomentOf, latestMomentOf } from '../../../platform/nairobi-time.ts';
import { findMoved, findTransactions } from './transactions-store.ts';

type Query = HandlerInput<typeof listTransactionsByMachine>['query'];
type Answer = HandlerAnswer<typeof listTransactionsByMachine>;

/**
 * Lists one page of redemptions, issued vouchers and returned vouchers of a merchant. Every page costs the same,
 * however far back.
 * @throws Refusal validation_failed for an invalid cursor, settlement_not_found
 */
export async function listTransactions(
  db: Db,
  { merchantId, query }: { merchantId: string; query: Query },
): Promise<Answer> {
  const { limit, cursor, settlement: batchId } = query;
  const after = parseCursor(cursor);
  const filters = filtersOf(query);
  if (batchId === undefined) {
    const found = await findTransactions(db, { merchantId, filters, after, limit: limit + 1 });
    const { shown, nextCursor } = pageOf(found, limit);
    return listOf(shown, nextCursor);
  }
  // With a settlement filter, the page comes from the settlement's entries. The other filters may then shorten the
  // page.
  const page = await listMovedIn(db, { merchantId, batchId }, { after, limit });
  if (!page) throw new Refusal('settlement_not_found');
  const { moved, nextCursor } = page;
  return listOf(
    await findTransactions(db, { merchantId, filters: { ...filters, moved }, limit: moved.length }),
    nextCursor,
  );
}

/**
 * Reads one transaction.
 * @throws Refusal transaction_not_found
 */
export async function readTransaction(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<TransactionObject> {
  const moved = await findMoved(db, { merchantId, id });
  const found = moved
    ? await findTransactions(db, { merchantId, filters: { moved: [moved] }, limit: 1 })
    : [];
  const [first] = found;
  if (!first) throw new Refusal('transaction_not_found');
  return first.transaction;
}

function filtersOf(query: Query) {
  const { status, type, voucher: voucherId, reference, taken_by: takenBy, staff, place: placeId } = query;
  const [from, to] = [query['created[gte]'], query['created[lte]']];
  return {
    status,
    type,
    voucherId,
    reference,
    placeId,
    takenBy,
    staff,
    from: from === undefined ? undefined : earliestMomentOf(from),
    to: to === undefined ? undefined : latestMomentOf(to),
  };
}

function listOf(found: { transaction: TransactionObject }[], nextCursor: string | undefined): Answer {
  return {
    object: 'list',
    data: found.map(({ transaction }) => transaction),
    has_more: nextCursor !== undefined,
    next_cursor: nextCursor ?? null,
  };
}
