import {
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type listTransactions as endpoint,
  type ListedTransaction,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { countRows, listRows, selectionOf, type TransactionRow } from './list-store.ts';

const COUNTED_TO = 10_000;

/**
 * Reads one page of all transactions, newest first. Every page costs the same; only the first page also counts.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listTransactions(
  db: Db,
  { cursor, limit, ...filters }: HandlerInput<typeof endpoint>['query'],
): Promise<HandlerAnswer<typeof endpoint>> {
  const after = parseCursor(cursor);
  const selection = await selectionOf(db, filters);
  const found = await listRows(db, selection, { after, limit: limit + 1 });
  const counted = after ? null : await countAll(found.length);
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    transactions: shown.map(describeTransaction),
    nextCursor,
    count: counted === null ? null : Math.min(counted, COUNTED_TO),
    isMore: counted !== null && counted > COUNTED_TO,
  };

  /** If the first page has all rows, counts them there: finding rare rows a second time is too slow. */
  async function countAll(onFirstPage: number): Promise<number> {
    return onFirstPage <= limit ? onFirstPage : countRows(db, selection, COUNTED_TO + 1);
  }
}

export function describeTransaction(row: TransactionRow): ListedTransaction {
  return {
    transactionId: row.id,
    type: row.type,
    date: row.at.toISOString(),
    merchant: row.merchant ?? undefined,
    person: row.person ?? undefined,
    amount: shillingsOf(row.amountCents),
    fee: shillingsOf(row.feeCents),
    netValue: shillingsOf(row.amountCents - row.feeCents),
    status: row.status,
    refundState: row.refundState ?? undefined,
    refunded: refundedOf(row),
    reference: row.reference ?? undefined,
  };
}

/** Returns the refunded part of the amount; undefined for a full refund, which the amount already shows. */
function refundedOf({ refundState, backCents }: TransactionRow): number | undefined {
  if (!backCents || refundState === 'refunded') return undefined;
  return shillingsOf(backCents);
}
