import {
  parseVoucherCode,
  type EventFilters,
  type LoggedEvent,
  type LoggedEventDetail,
  type WebhookType,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import { payloadOf } from '../../../platform/crypto/webhook-signature.ts';
import type { Db } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { describeAttempt } from './describe-delivery.ts';
import {
  findVouchersEndingIn,
  listEventKeys,
  listEventRows,
  type EventRow,
  type EventSelection,
} from './event-store.ts';
import { listAttemptRows } from './log-store.ts';

export type LogDeps = {
  db: Db;
  /** Finds the id of the voucher with this code, whichever merchant issued it. */
  findVoucherByCode: (code: string) => Promise<string | undefined>;
};

type EventLogRequest = EventFilters & {
  merchantId: string;
  cursor?: string | undefined;
  limit: number;
};

/** Lists one page of a merchant's events, newest first, with the delivery state at each address. */
export async function listLoggedEvents(
  deps: LogDeps,
  { merchantId, voucher, from, to, state, cursor, limit, ...others }: EventLogRequest,
): Promise<{ events: LoggedEvent[]; nextCursor?: string }> {
  const selection = {
    ...others,
    voucherIds: voucher === undefined ? undefined : await findSearchedVouchers(deps, voucher),
    state: state === 'waiting' ? ('pending' as const) : state,
    from: from === undefined ? undefined : beginningOfNairobiDay(from),
    to: to === undefined ? undefined : new Date(beginningOfNairobiDay(to).getTime() + DAY_MS - 1),
  };
  const { events, nextCursor } = await readPage(deps.db, merchantId, selection, { cursor, limit });
  return { events: events.map(eventOf), ...(nextCursor !== undefined && { nextCursor }) };
}

/**
 * Describes one event with its payload and every attempt.
 * @throws Refusal `not_found`, also for another merchant's event
 */
export async function describeEvent(
  { db }: Pick<LogDeps, 'db'>,
  { merchantId, eventId }: { merchantId: string; eventId: string },
): Promise<LoggedEventDetail> {
  const rows = await listEventRows(db, merchantId, [eventId]);
  const [first] = rows;
  if (!first) throw new Refusal('not_found');
  const attempts = await listAttemptRows(
    db,
    merchantId,
    rows.map(({ id }) => id),
  );
  const event = eventOf(rows);
  const deliveries = event.deliveries.map((delivery) => ({
    ...delivery,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.deliveryId).map(describeAttempt),
  }));
  return { ...event, payload: payloadOf(first), deliveries };
}

/** An event without its deliveries. */
export type PublishedEvent = { id: string; type: WebhookType; createdAt: Date; data: object };

/** Lists one page of a merchant's events, newest first, for the merchant's own system. */
export async function listPublishedEvents(
  db: Db,
  { merchantId, selection, ...page }: { merchantId: string; selection: EventSelection } & PageRequest,
): Promise<{ events: PublishedEvent[]; nextCursor: string | undefined }> {
  const { events, nextCursor } = await readPage(db, merchantId, selection, page);
  return { events: events.flatMap(([first]) => (first ? [publishedOf(first)] : [])), nextCursor };
}

export async function findPublishedEvent(
  db: Db,
  { merchantId, eventId }: { merchantId: string; eventId: string },
): Promise<PublishedEvent | undefined> {
  const [first] = await listEventRows(db, merchantId, [eventId]);
  return first && publishedOf(first);
}

function publishedOf({ eventId: id, type, createdAt, data }: EventRow): PublishedEvent {
  return { id, type, createdAt, data };
}

type PageRequest = { cursor: string | undefined; limit: number };

/**
 * Reads one page of events.
 * @returns the deliveries of each event
 */
async function readPage(db: Db, merchantId: string, selection: EventSelection, page: PageRequest) {
  const keys = await listEventKeys(db, merchantId, selection, {
    after: parseCursor(page.cursor),
    limit: page.limit + 1,
  });
  const { shown, nextCursor } = pageOf(keys, page.limit);
  const ids = shown.map(({ eventId }) => eventId);
  const byEvent = Map.groupBy(await listEventRows(db, merchantId, ids), ({ eventId }) => eventId);
  return { events: [...byEvent.values()], nextCursor };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/**
 * Finds the vouchers that a search text may mean.
 * @returns an empty list if the text names no voucher
 */
async function findSearchedVouchers(deps: LogDeps, typed: string): Promise<string[]> {
  if (UUID.test(typed)) return [typed.toLowerCase()];
  const code = parseVoucherCode(typed);
  if (code !== undefined) {
    const found = await deps.findVoucherByCode(code);
    return found === undefined ? [] : [found];
  }
  return /^[0-9A-Z]{4}$/iu.test(typed) ? findVouchersEndingIn(deps.db, typed.toUpperCase()) : [];
}

function eventOf(rows: readonly EventRow[]): LoggedEvent {
  const [first] = rows;
  if (!first) throw new Error('an event without deliveries');
  const { voucher_id: voucherId, reference } = first.data;
  return {
    eventId: first.eventId,
    type: first.type,
    at: first.createdAt.toISOString(),
    ...(voucherId !== undefined && {
      voucher: { voucherId, ...(first.codeLastFour !== null && { codeLastFour: first.codeLastFour }) },
    }),
    ...(reference !== undefined && { reference }),
    deliveries: rows.map(deliveryOf),
  };
}

function deliveryOf(row: EventRow): LoggedEvent['deliveries'][number] {
  const { url, description, lastStatus, nextTryAt, isSwitchedOff } = row;
  const name = description === null || description === '' ? url : description;
  return {
    deliveryId: row.id,
    addressId: row.addressId,
    ...(url !== null && name !== null && { address: name }),
    state: row.state === 'pending' ? 'waiting' : row.state,
    tries: row.tries,
    ...(lastStatus !== null && { lastStatus }),
    ...(row.state === 'pending' && { nextTryAt: nextTryAt.toISOString() }),
    canBeSentAgain: url !== null && isSwitchedOff === false,
  };
}
