import type { apiRequests, HandlerAnswer, HandlerInput } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findCalls } from './request-log-store.ts';

/** @throws Refusal validation_failed for an invalid cursor */
export async function listCalls(
  db: Db,
  { merchantId, query }: { merchantId: string; query: HandlerInput<typeof apiRequests>['query'] },
): Promise<HandlerAnswer<typeof apiRequests>> {
  const { limit, cursor, ...filters } = query;
  const found = await findCalls(db, { merchantId, filters, after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { requests: shown.map(({ request }) => request), nextCursor };
}
