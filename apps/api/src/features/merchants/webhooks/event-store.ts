import { sql, type RawBuilder } from 'kysely';
import type { WebhookType } from '@zawadi/contract';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { DeliveryRow } from './log-store.ts';

/** An event with its delivery to one address. */
export type EventRow = DeliveryRow & {
  data: { voucher_id?: string; reference?: string };
  codeLastFour: string | null;
  /** Null once the address was removed. */
  url: string | null;
  description: string | null;
  isSwitchedOff: boolean | null;
};

export type EventSelection = {
  /** Restricts the result to these vouchers. */
  voucherIds?: readonly string[] | undefined;
  type?: WebhookType | undefined;
  /** Both filters apply to the same address. */
  addressId?: string | undefined;
  state?: DeliveryRow['state'] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

type EventKey = { eventId: string; place: Place };

/** Lists ids of events, newest first. All deliveries of one event have the same timestamp. */
export async function listEventKeys(
  db: Db,
  merchantId: string,
  selection: EventSelection,
  page: { after: Place | undefined; limit: number },
): Promise<EventKey[]> {
  const { after, limit } = page;
  const conditions = [sql`d.merchant_id = ${merchantId}`, ...conditionsOf(selection)];
  if (after) {
    conditions.push(sql`(d.created_at, d.event_id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  }
  const { rows } = await sql<{ eventId: string; instant: string }>`
    select found.event_id as "eventId", found.created_at::text as instant from (
      select distinct d.created_at, d.event_id from webhook_deliveries d
      where ${sql.join(conditions, sql` and `)}
      order by d.created_at desc, d.event_id desc limit ${limit}
    ) found
    order by found.created_at desc, found.event_id desc`.execute(db);
  return rows.map(({ eventId, instant }) => ({ eventId, place: { instant, id: eventId } }));
}

function conditionsOf(selection: EventSelection): RawBuilder<unknown>[] {
  const { voucherIds, type, addressId, state, from, to } = selection;
  const conditions = [];
  if (voucherIds) conditions.push(sql`d.data ->> 'voucher_id' = any(${voucherIds}::text[])`);
  if (type) conditions.push(sql`d.type = ${type}`);
  if (addressId) conditions.push(sql`d.address_id = ${addressId}`);
  // A literal instead of a parameter, so that PostgreSQL can use the partial index of failed deliveries.
  if (state) conditions.push(sql`d.state = ${sql.lit(state)}`);
  if (from) conditions.push(sql`d.created_at >= ${from}`);
  if (to) conditions.push(sql`d.created_at <= ${to}`);
  return conditions;
}

/** Lists all deliveries of these events, in the order of `ids`, the first address first. */
export async function listEventRows(
  db: Db,
  merchantId: string,
  eventIds: readonly string[],
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select d.id, d.event_id as "eventId", d.address_id as "addressId", d.type, d.state, d.created_at as "createdAt",
      d.tries, d.last_status as "lastStatus", greatest(d.next_try_at, e.resumes_at) as "nextTryAt", d.data,
      v.code_last_four as "codeLastFour", e.url, e.description, e.switched_off_at is not null as "isSwitchedOff"
    from unnest(${eventIds}::uuid[]) with ordinality as wanted (event_id, place)
    join webhook_deliveries d on d.merchant_id = ${merchantId} and d.event_id = wanted.event_id
    left join webhook_addresses e on e.id = d.address_id
    left join vouchers v on v.id = (d.data ->> 'voucher_id')::uuid
    order by wanted.place, d.address_id <> d.merchant_id, e.created_at, d.id`.execute(db);
  return rows;
}

/** Finds the vouchers of all merchants whose code ends with these four symbols. */
export async function findVouchersEndingIn(db: Db, codeLastFour: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from vouchers where code_last_four = ${codeLastFour}`.execute(db);
  return rows.map(({ id }) => id);
}
