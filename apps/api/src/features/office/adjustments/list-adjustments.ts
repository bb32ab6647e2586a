import {
  shillingsOf,
  type Adjustment,
  type HandlerAnswer,
  type HandlerInput,
  type listAdjustments as endpoint,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findRow, listRows, type AdjustmentRow, type AdjustmentKey } from './store.ts';

/**
 * Lists one page of adjustments, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listAdjustments(
  db: Db,
  query: HandlerInput<typeof endpoint>['query'],
): Promise<HandlerAnswer<typeof endpoint>> {
  const { cursor, limit, ...filters } = query;
  const found = await listRows(db, filters, { after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { adjustments: shown.map(describe), nextCursor };
}

/** @throws Refusal not_found */
export async function readAdjustment(db: Db, key: AdjustmentKey): Promise<Adjustment> {
  const row = await findRow(db, key);
  if (!row) throw new Refusal('not_found');
  return describe(row);
}

function describe(row: AdjustmentRow): Adjustment {
  const { adjustmentId, merchantId, merchantCode, businessName, amountCents, reason, status } = row;
  return {
    adjustmentId,
    merchantId,
    merchantCode,
    businessName,
    direction: amountCents > 0n ? 'credit' : 'debit',
    amount: shillingsOf(amountCents > 0n ? amountCents : -amountCents),
    reason,
    status,
    requestedBy: row.requestedByName,
    requestedAt: row.requestedAt.toISOString(),
    approvalId: row.approvalId ?? undefined,
    decidedBy: row.decidedByName ?? undefined,
  };
}
