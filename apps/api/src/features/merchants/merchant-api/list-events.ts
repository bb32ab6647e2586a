import type { EventObject, HandlerAnswer, HandlerInput, listEventsByMachine } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findPublishedEvent, listPublishedEvents, type PublishedEvent } from '../webhooks/index.ts';
import { earliestMomentOf, latestMomentOf } from '../../../platform/nairobi-time.ts';

/**
 * Lists one page of a merchant's events, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listEvents(
  db: Db,
  { merchantId, query }: { merchantId: string; query: HandlerInput<typeof listEventsByMachine>['query'] },
): Promise<HandlerAnswer<typeof listEventsByMachine>> {
  const { limit, cursor, type, voucher } = query;
  const [from, to] = [query['created[gte]'], query['created[lte]']];
  const { events, nextCursor } = await listPublishedEvents(db, {
    merchantId,
    selection: {
      type,
      voucherIds: voucher === undefined ? undefined : [voucher.toLowerCase()],
      from: from === undefined ? undefined : earliestMomentOf(from),
      to: to === undefined ? undefined : latestMomentOf(to),
    },
    cursor,
    limit,
  });
  return {
    object: 'list',
    data: events.map(eventObjectOf),
    has_more: nextCursor !== undefined,
    next_cursor: nextCursor ?? null,
  };
}

/**
 * Reads one event.
 * @throws Refusal event_not_found
 */
export async function readEvent(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<EventObject> {
  const event = await findPublishedEvent(db, { merchantId, eventId: id });
  if (!event) throw new Refusal('event_not_found');
  return eventObjectOf(event);
}

function eventObjectOf({ id, type, createdAt, data }: PublishedEvent): EventObject {
  return { id, object: 'event', type, timestamp: createdAt.toISOString(), data: { ...data } };
}
