import {
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type listSettlements as endpoint,
  type Settlement,
  type settlementTransactions,
  type SettlementFilters,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listEntries } from './batch-entries-store.ts';
import { describeEntry } from './describe-entry.ts';
import { describeSettlement } from './describe-settlement.ts';
import { listRecords, readTotals } from './list-store.ts';
import { findByBatchId } from './store.ts';

type Page = SettlementFilters & { cursor?: string; limit: number };

/**
 * Lists one page of a merchant's batches, newest first. Every page costs the same, however far back.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listSettlementsFor(
  db: Db,
  { merchantId, cursor, limit, ...filters }: Page & { merchantId: string },
): Promise<{ settlements: (Settlement & { settlementId: string })[]; nextCursor: string | undefined }> {
  const after = parseCursor(cursor);
  const found = await listRecords(db, { merchantId }, { filters, after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    settlements: shown.map(({ record }) => ({ settlementId: record.id, ...describeSettlement(record) })),
    nextCursor,
  };
}

/** Lists batches for the portal, with totals of all that match. */
export async function listSettlements(
  db: Db,
  input: { merchantId: string; query: HandlerInput<typeof endpoint>['query'] },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { merchantId, query } = input;
  const { cursor: _cursor, limit: _limit, ...filters } = query;
  const [page, totals] = await Promise.all([
    listSettlementsFor(db, { merchantId, ...query }),
    readTotals(db, { merchantId }, filters),
  ]);
  return {
    settlements: page.settlements.map(({ settlementId: _id, ...shown }) => shown),
    nextCursor: page.nextCursor,
    totals: {
      count: totals.count,
      amount: shillingsOf(totals.amountCents),
      fees: shillingsOf(totals.feeCents),
    },
  };
}

/**
 * Lists one page of a batch's entries.
 * @param input.merchantId the merchant that must own the batch; undefined allows any
 * @throws Refusal not_found
 */
export async function listTransactions(
  db: Db,
  input: { batchId: string; merchantId?: string; query: { cursor?: string; limit: number } },
): Promise<HandlerAnswer<typeof settlementTransactions>> {
  const { cursor, limit } = input.query;
  const record = await findByBatchId(db, input.batchId, input.merchantId);
  if (!record) throw new Refusal('not_found');
  const key = { merchantId: record.merchantId, settlementId: record.id };
  const found = await listEntries(db, key, { after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { transactions: shown.map(describeEntry), nextCursor };
}
