import {
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type listReviews as endpoint,
  type Review,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { explain } from './explain.ts';
import { heldCentsOf, receiptIn } from './held-money.ts';
import { countOpen, findReview, listRows, type ReviewRow } from './review-store.ts';

/** One page, newest first: what is open, unless told otherwise. */
export async function listReviews(
  db: Db,
  { isOpen = true, kind, cursor, limit }: HandlerInput<typeof endpoint>['query'],
): Promise<HandlerAnswer<typeof endpoint>> {
  const [found, openCount] = await Promise.all([
    listRows(db, { isOpen, kind }, { after: parseCursor(cursor), limit: limit + 1 }),
    countOpen(db),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return { reviews: shown.map(describeReview), nextCursor, openCount };
}

/** @throws Refusal not_found */
export async function readReview(db: Db, reviewId: string): Promise<Review> {
  const row = await findReview(db, reviewId);
  if (!row) throw new Refusal('not_found');
  return describeReview(row);
}

export function describeReview(row: ReviewRow): Review {
  const { aboutType: type, aboutId: transactionId } = row;
  const heldCents = heldCentsOf(row);
  return {
    reviewId: row.id,
    kind: row.kind,
    ...explain(row.kind),
    raisedAt: row.raisedAt.toISOString(),
    isOpen: row.resolvedAt === null,
    resolvedAt: row.resolvedAt?.toISOString(),
    resolvedBy: row.resolvedBy ?? undefined,
    resolution: row.resolution ?? undefined,
    heldAmount: heldCents === undefined ? undefined : shillingsOf(heldCents),
    receipt: receiptIn(row),
    details: row.details,
    transaction: type !== null && transactionId !== null ? { type, transactionId } : undefined,
  };
}
