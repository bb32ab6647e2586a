import type { HandlerAnswer, HandlerInput, listTransactionsByMachine } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { earliestMomentOf, latestMomentOf } from './moments.ts';
import { findTransactions } from './transactions-store.ts';

type Input = {
  merchantId: string;
  query: HandlerInput<typeof listTransactionsByMachine>['query'];
};

/**
 * One page of what moved a merchant's balance at the till. A page costs the same wherever it is.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listTransactions(
  db: Db,
  { merchantId, query }: Input,
): Promise<HandlerAnswer<typeof listTransactionsByMachine>> {
  const { limit, cursor, status, type, voucher: voucherId } = query;
  const [from, to] = [query['created[gte]'], query['created[lte]']];
  const found = await findTransactions(db, {
    merchantId,
    filters: {
      status,
      type,
      voucherId,
      from: from === undefined ? undefined : earliestMomentOf(from),
      to: to === undefined ? undefined : latestMomentOf(to),
    },
    after: parseCursor(cursor),
    limit: limit + 1,
  });
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    object: 'list',
    data: shown.map(({ transaction }) => transaction),
    has_more: nextCursor !== undefined,
    next_cursor: nextCursor ?? null,
  };
}
