import { sql } from 'kysely';
import type { WebhookType } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { currentTraceparent } from '../../../platform/tracing/tracing.ts';

export type NewEvent = { id: string; merchantId: string; type: WebhookType; data: object };

/**
 * Inserts one delivery for each event and each subscribed URL of its merchant; an existing delivery is unchanged. The
 * delivery to the first URL has the id of the event.
 */
export async function insertDeliveries(tx: Transaction, events: NewEvent[]): Promise<void> {
  // Sorted, so that two transactions that write the same events wait for each other instead of deadlocking.
  await sql`
    insert into webhook_deliveries (merchant_id, id, event_id, address_id, type, data, traceparent)
    select given.merchant_id, case when e.id = e.merchant_id then given.id else gen_random_uuid() end, given.id, e.id,
      given.type, given.data, ${currentTraceparent() ?? null}::text
    from unnest(
      ${events.map((event) => event.merchantId)}::uuid[],
      ${events.map((event) => event.id)}::uuid[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => JSON.stringify(event.data))}::json[]
    ) as given (merchant_id, id, type, data)
    join webhook_addresses e on e.merchant_id = given.merchant_id
    where e.url is not null and e.switched_off_at is null and given.type = any(e.events)
    order by given.merchant_id, given.id, e.id
    on conflict do nothing`.execute(tx);
}

/** Finds which of these merchants have an open event stream, and the time of their events in this transaction. */
export async function findOpenStreams(
  tx: Transaction,
  merchantIds: readonly string[],
): Promise<{ merchantId: string; at: Date }[]> {
  const { rows } = await sql<{ merchantId: string; at: Date }>`
    select merchant_id as "merchantId", moment() as at from event_streams
    where merchant_id = any(${merchantIds}::uuid[]) and open_until > moment()`.execute(tx);
  return rows;
}
