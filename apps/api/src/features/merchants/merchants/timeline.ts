import type { HandlerAnswer, HandlerInput, MerchantEvent, merchantTimeline } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readMerchant } from './store.ts';
import { readTimeline, type TimelineRow } from './timeline-store.ts';
import { describeAction } from './timeline-words.ts';

/** @throws Refusal `not_found`, validation_failed for a cursor that is not one of ours */
export async function timelineOf(
  db: Db,
  { merchantId, query }: { merchantId: string; query: HandlerInput<typeof merchantTimeline>['query'] },
): Promise<HandlerAnswer<typeof merchantTimeline>> {
  if (!(await readMerchant(db, merchantId))) throw new Refusal('not_found');
  const after = parseCursor(query.cursor);
  const { shown, nextCursor } = pageOf(
    await readTimeline(db, merchantId, { after, limit: query.limit + 1 }),
    query.limit,
  );
  return { events: shown.map(describe), nextCursor };
}

function describe(row: TimelineRow): MerchantEvent {
  const { id: eventId, at, kind, actorKind, actorName, reason, details } = row;
  return {
    eventId,
    at: at.toISOString(),
    kind,
    description: describeAction(kind, details),
    actorKind,
    actorName,
    reason: reason || undefined,
  };
}
