import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { WebhookType } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { currentTraceparent } from '../../../platform/tracing/tracing.ts';

type NewDelivery = { id: string; merchantId: string; type: WebhookType; data: object };

/** Writes the events for which a merchant has an address and that are switched on. An id that exists already is unchanged. */
export async function insertDeliveries(tx: Transaction, events: NewDelivery[]): Promise<void> {
  // Sorted, so that two transactions that write the same events wait for each other instead of deadlocking.
  await sql`
    insert into webhook_deliveries (merchant_id, id, type, data, traceparent)
    select given.merchant_id, given.id, given.type, given.data, ${currentTraceparent() ?? null}::text
    from unnest(
      ${events.map((event) => event.merchantId)}::uuid[],
      ${events.map((event) => event.id)}::uuid[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => JSON.stringify(event.data))}::json[]
    ) as given (merchant_id, id, type, data)
    join webhook_endpoints e on e.merchant_id = given.merchant_id
    where e.url is not null and e.switched_off_at is null and given.type = any(e.events)
    order by given.merchant_id, given.id
    on conflict do nothing`.execute(tx);
}

/** A delivery leased to this process, until its lease ends, with all that is needed for it. */
export type LeasedDelivery = {
  merchantId: string;
  id: string;
  type: WebhookType;
  data: object;
  createdAt: Date;
  /** This one included. */
  tries: number;
  retriesUsed: number;
  leaseToken: string;
  url: string;
  /** Sealed. */
  secret: Buffer;
  /** Sealed; null once it is no longer used. */
  oldSecret: Buffer | null;
  /** Of the trace in which the event came about. */
  traceparent: string | null;
};

const leasedColumns = sql`
  d.merchant_id as "merchantId", d.id, d.type, d.data, d.created_at as "createdAt", d.tries,
  d.retries_used as "retriesUsed", d.lease_token as "leaseToken", e.url, e.secret,
  case when e.old_secret_until > moment() then e.old_secret end as "oldSecret", d.traceparent`;

const isDue = sql`
  d.state = 'pending' and d.next_try_at <= moment() and (d.lease_until is null or d.lease_until < now())`;

/**
 * Leases deliveries that are due, some of every merchant, so that one merchant's backlog delays no other. An
 * address that fails gets one attempt at a time, and none while it is held; a merchant that is not active gets none.
 */
export async function leaseDeliveries(
  db: Db,
  options: { limit: number; perMerchant: number; leaseMs: number },
): Promise<LeasedDelivery[]> {
  // The recursion steps from merchant to merchant through the index of what is pending, however much each one has.
  // Locking the endpoint keeps a second worker away from the merchant meanwhile, so that the count of attempts under way
  // holds over all workers.
  const { rows } = await sql<LeasedDelivery>`
    with recursive waiting as (
      (select merchant_id from webhook_deliveries where state = 'pending' order by merchant_id limit 1)
      union all
      select (
        select d.merchant_id from webhook_deliveries d
        where d.state = 'pending' and d.merchant_id > w.merchant_id order by d.merchant_id limit 1
      )
      from waiting w where w.merchant_id is not null
    ), ready as materialized (
      select e.merchant_id, e.url, e.secret, e.old_secret, e.old_secret_until,
        case when e.failures = 0 then ${options.perMerchant}::integer else 1 end as at_once
      from waiting w
      join webhook_endpoints e on e.merchant_id = w.merchant_id
      join merchants m on m.id = e.merchant_id
      where e.url is not null and e.switched_off_at is null and e.held_until <= moment()
        and m.status in ('ACTIVE', 'PENDING')
        and exists (select from webhook_deliveries d where d.merchant_id = e.merchant_id and ${isDue})
      order by random()
      limit ${options.limit}
      for no key update of e skip locked
    ), due as materialized (
      select chosen.merchant_id, chosen.id
      from ready r cross join lateral (
        select d.merchant_id, d.id from webhook_deliveries d
        where d.merchant_id = r.merchant_id and ${isDue}
        order by d.next_try_at, d.id
        limit greatest(0, r.at_once - (
          select count(*) from webhook_deliveries f
          where f.merchant_id = r.merchant_id and f.lease_token is not null and f.lease_until >= now()
        ))
        for update of d skip locked
      ) chosen
      limit ${options.limit}
    )
    update webhook_deliveries d
    set lease_token = gen_random_uuid(), lease_until = now() + ${options.leaseMs}::integer * interval '1 millisecond',
      tries = d.tries + 1
    from due join ready e on e.merchant_id = due.merchant_id
    where d.merchant_id = due.merchant_id and d.id = due.id
    returning ${leasedColumns}`.execute(db);
  return rows;
}

/**
 * Writes a test event, already leased to the request that waits for its result.
 * @returns undefined when the merchant has no address
 */
export async function insertLeasedDelivery(
  db: Db,
  event: NewDelivery,
  leaseMs: number,
): Promise<LeasedDelivery | undefined> {
  const { rows } = await sql<LeasedDelivery>`
    with d as (
      insert into webhook_deliveries (merchant_id, id, type, data, tries, lease_token, lease_until)
      select e.merchant_id, ${event.id}, ${event.type}, ${JSON.stringify(event.data)}::json, 1, gen_random_uuid(),
        now() + ${leaseMs}::integer * interval '1 millisecond'
      from webhook_endpoints e where e.merchant_id = ${event.merchantId} and e.url is not null
      returning *
    )
    select ${leasedColumns} from d join webhook_endpoints e on e.merchant_id = d.merchant_id`.execute(db);
  return rows[0];
}

/** How the delivery goes on after an attempt. @returns false when another worker has leased it since */
export async function finishAttempt(
  tx: Transaction,
  leased: LeasedDelivery,
  next: { state: 'pending' | 'delivered' | 'failed'; delayMs: number; status: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries
    set state = ${next.state}, retries_used = retries_used + 1, last_status = ${next.status}, last_tried_at = moment(),
      next_try_at = moment() + ${next.delayMs}::float8 * interval '1 millisecond', lease_token = null, lease_until = null
    where merchant_id = ${leased.merchantId} and id = ${leased.id} and lease_token = ${leased.leaseToken}
    returning 1`.execute(tx);
  return rows.length === 1;
}

/** Gives up what waits; an attempt under way ends by itself. To be called while the endpoint is locked. */
export async function giveUpWaiting(tx: Transaction, merchantId: string): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'failed'
    where merchant_id = ${merchantId} and state = 'pending' and lease_token is null`.execute(tx);
}

/** Retries a delivery now, with all its retries before it, unless an attempt is under way. @returns whether it exists */
export async function restartDelivery(tx: Transaction, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries
    set state = 'pending', retries_used = case when lease_token is null then 0 else retries_used end,
      next_try_at = moment()
    where merchant_id = ${merchantId} and id = ${id} returning 1`.execute(tx);
  return rows.length === 1;
}

export type DeliveryQueue = { oldestDueAt: Date | null; givenUp: number };

/** What could be on its way and is not, and what was given up within a day. A merchant that is paused keeps no one waiting. */
export async function readDeliveryQueue(db: Db): Promise<DeliveryQueue> {
  const { rows } = await sql<DeliveryQueue>`
    select (
        select min(d.next_try_at) from webhook_deliveries d
        join webhook_endpoints e on e.merchant_id = d.merchant_id
        join merchants m on m.id = e.merchant_id
        where ${isDue} and e.url is not null and e.switched_off_at is null and e.held_until <= moment()
          and m.status in ('ACTIVE', 'PENDING')
      ) as "oldestDueAt",
      (select count(*)::int from webhook_deliveries
        where state = 'failed' and last_tried_at > moment() - interval '1 day') as "givenUp"`.execute(db);
  return rows[0] ?? { oldestDueAt: null, givenUp: 0 };
}

/** Forgets what is over and older than 30 days, with its attempts, a batch at a time. @returns how many */
export async function removeOldDeliveries(db: Db): Promise<number> {
  for (let removed = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_deliveries where (merchant_id, id) in (
        select old.merchant_id, old.id from webhook_endpoints e cross join lateral (
          select d.merchant_id, d.id from webhook_deliveries d
          where d.merchant_id = e.merchant_id and d.created_at < moment() - ${RETENTION.webhook_deliveries.after}::interval and d.state <> 'pending'
          order by d.created_at limit 1000
        ) old limit 5000
      )`.execute(db);
    if (numAffectedRows === 0n) return removed;
    removed += Number(numAffectedRows);
  }
}
