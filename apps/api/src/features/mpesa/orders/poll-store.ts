import { sql, type RawBuilder } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { isUnconfirmed } from '../../services/system-health/index.ts';
import {
  isOpen,
  ORDER,
  withKey,
  type Order,
  type OrderKey,
  type OrderKindName,
  type OrderState,
} from './store.ts';

/** Least time between two polls of one order, across all processes. */
const POLL_EVERY_SECONDS = 10;
/**
 * Longest duration of a send, during which no other send or poll of the order begins. A send makes up to four API calls
 * of ten seconds: a token, the order, and both again.
 */
const SEND_SECONDS = 45;
/**
 * Age from which a person may poll an order. An earlier poll would only repeat the answer that the send is about to
 * return.
 */
const YOUNG_SECONDS = 12;

/** Records that a second query to M-PESA confirmed the failure. */
export async function recordFailureConfirmed(db: Db, key: OrderKey): Promise<void> {
  await sql`
    update orders o set confirmed_at = statement_moment()
    where ${withKey(key)} and o.state = 'FAILED'`.execute(db);
}

/**
 * Schedules an immediate poll of the owner's other orders that M-PESA knows, including those that failed within a day.
 */
export async function pollOtherOrdersNow(tx: Transaction, order: Order): Promise<void> {
  await sql`
    update orders o set next_poll_at = statement_moment()
    where o.home_id = ${order.homeId} and o.owner_id = ${order.ownerId} and o.id <> ${order.id}
      and o.state in ('SENT', 'UNKNOWN', 'FAILED') and cardinality(o.provider_ids) > 0
      and o.created_at > statement_moment() - interval '1 day'`.execute(tx);
}

/** Records whether M-PESA answered a poll with "not found". */
export async function recordAnswer(tx: Transaction, key: OrderKey, isNotFound: boolean): Promise<void> {
  await sql`
    update orders o set
      not_found_answers = case when ${isNotFound} then not_found_answers + 1 else 0 end,
      not_found_since = case when ${isNotFound} then coalesce(not_found_since, statement_moment()) end
    where ${withKey(key)}`.execute(tx);
}

/**
 * Whether M-PESA has answered "not found" for an acknowledged order often and long enough that it may be sent again
 * (rulings, 5).
 */
export async function isLost(tx: Transaction, key: OrderKey): Promise<boolean> {
  const { rows } = await sql`
    select from orders o where ${withKey(key)} and o.state = 'SENT' and o.not_found_answers >= 3
      and o.not_found_since <= moment() - interval '1 hour' and o.created_at > moment() - interval '24 hours'`.execute(
    tx,
  );
  return rows.length > 0;
}

/** When an ended order is polled again, in seconds after its end: 1, 5, 30 minutes, 6, 24 hours. */
const RECHECKED_AFTER_SECONDS = [60, 300, 1_800, 21_600, 86_400];
const RECHECK_PAUSES = RECHECKED_AFTER_SECONDS.map((at, n) => at - (RECHECKED_AFTER_SECONDS[n - 1] ?? 0));
/** Seconds until the first recheck. */
export const RECHECK_SECONDS = RECHECK_PAUSES[0];

/** Whether this was the last recheck of an ended order. */
export function isLastRecheck({ polls }: Order): boolean {
  return polls >= RECHECKED_AFTER_SECONDS.length;
}

const isMpesaSilent = sql`exists (select from alerts where kind = 'provider_silent' and resolved_at is null)`;

/**
 * Schedules the next poll of a due row. A charge is queried daily for a month after the rechecks. Open orders: pauses double, from 10 seconds to 5 minutes in the first hour,
 * then up to half an hour, without an end. While M-PESA is silent, pauses stay at five minutes, so that orders end soon
 * after it answers.
 */
const nextPollAt: RawBuilder<unknown> = sql`case
    when o.state = 'SUCCEEDED' and o.kind <> 'purchase' and o.polls + 2 > ${RECHECK_PAUSES.length}
    then case when o.created_at > moment() - interval '30 days' then moment() + interval '1 day' end
    when o.state in ('FAILED', 'SUCCEEDED')
    then moment() + make_interval(secs => (${RECHECK_PAUSES}::int[])[o.polls + 2])
    else moment() + make_interval(secs => least(
      case when o.created_at > moment() - interval '1 hour' or ${isMpesaSilent} then 300 else 1800 end, 10 * power(2, least(o.polls, 10))
    )) end`;

/** Claims orders that are due for a poll and postpones the next one, so that no other worker polls them too. */
export async function claimDuePolls(db: Db, limit: number): Promise<(Order & { askedBy: string | null })[]> {
  const { rows } = await sql<Order & { askedBy: string | null }>`
    with due as (
      select home_id, id, poll_asked_by from orders
      where next_poll_at <= moment()
      order by next_poll_at limit ${limit}
      for update skip locked
    )
    update orders o set polls = o.polls + 1, polled_at = moment(), next_poll_at = ${nextPollAt}, poll_asked_by = null
    from due where o.home_id = due.home_id and o.id = due.id
    returning ${ORDER}, due.poll_asked_by as "askedBy"`.execute(db);
  return rows;
}

/**
 * Claims one poll. A person and the worker together poll an order at most once in ten seconds. Claims nothing while a
 * send is running.
 */
export async function claimPoll(db: Db, key: OrderKey): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    update orders o set polled_at = moment(),
      next_poll_at = case when ${isOpen} then moment() + interval '30 seconds' else next_poll_at end
    where ${withKey(key)} and o.state <> 'SUCCEEDED'
      and o.created_at < moment() - make_interval(secs => ${YOUNG_SECONDS})
      and (o.state <> 'SENDING' or o.sending_at < moment() - make_interval(secs => ${SEND_SECONDS}))
      and (o.polled_at is null or o.polled_at < moment() - make_interval(secs => ${POLL_EVERY_SECONDS}))
    returning ${ORDER}`.execute(db);
  return rows[0];
}

/** Most orders polled in a second because an administrator asked about all of them. */
const ASKED_PER_SECOND = 5;

/**
 * Schedules a poll of every order whose outcome M-PESA has not reported within ten minutes, the oldest first, a few in
 * each second. Skips orders that were polled just now.
 * @returns the number of scheduled polls
 */
export async function pollOpenOrdersSoon(tx: Transaction, administratorId: string): Promise<number> {
  const { rows } = await sql`
    with open as (
      select o.home_id, o.id, row_number() over (order by o.created_at, o.id) - 1 as place from orders o
      where ${isUnconfirmed} and o.poll_asked_by is null
        and (o.polled_at is null or o.polled_at < moment() - make_interval(secs => ${POLL_EVERY_SECONDS}))
    )
    update orders o set poll_asked_by = ${administratorId},
      next_poll_at = least(o.next_poll_at, moment() + make_interval(secs => open.place / ${ASKED_PER_SECOND}::int))
    from open where o.home_id = open.home_id and o.id = open.id
    returning o.id`.execute(tx);
  return rows.length;
}

/** Whether a send may still be running. */
export async function isBeingSent(tx: Transaction, key: OrderKey): Promise<boolean> {
  const { rows } = await sql`
    select from orders o where ${withKey(key)} and o.state = 'SENDING'
      and o.sending_at > statement_moment() - make_interval(secs => ${SEND_SECONDS})`.execute(tx);
  return rows.length > 0;
}

const localTime = sql`(statement_moment() at time zone 'Africa/Nairobi')`;

/**
 * Schedules a query of what M-PESA charged for a pay-out: in the next hour after 3:00 in Nairobi, when little happens, and
 * before the check of M-PESA's balances at 5:30.
 */
export async function queryChargeAtNight(tx: Transaction, key: OrderKey): Promise<void> {
  await sql`
    update orders o set next_poll_at = case
      when ${localTime}::time between '03:00' and '05:30' then statement_moment() + interval '5 minutes'
      else (date_trunc('day', ${localTime} - interval '3 hours') + interval '27 hours') at time zone 'Africa/Nairobi'
        + random() * interval '1 hour' end
    where ${withKey(key)} and o.state = 'SUCCEEDED'`.execute(tx);
}

type UnchargedGroup = { kind: 'withdrawal' | 'settlement'; amountCents: bigint; count: number };

/** Counts paid pay-outs, by kind and amount, whose charge M-PESA has not reported and no statement has shown. */
export async function countUncharged(db: Db): Promise<UnchargedGroup[]> {
  const { rows } = await sql<UnchargedGroup>`
    select o.kind, o.amount_cents as "amountCents", count(*)::int as count from orders o
    where o.next_poll_at is not null and o.state = 'SUCCEEDED' and o.kind in ('withdrawal', 'settlement')
      and not exists (select from ledger.transfers t where t.reference = o.receipt and t.kind = 'provider_charge')
    group by o.kind, o.amount_cents`.execute(db);
  return rows;
}

/** Records that M-PESA has answered the query of a charge. */
export async function endChargeQuery(tx: Transaction, key: OrderKey): Promise<void> {
  await sql`update orders o set next_poll_at = null where ${withKey(key)} and o.state = 'SUCCEEDED'`.execute(
    tx,
  );
}

export type OpenOrders = { kind: OrderKindName; state: OrderState; count: number; oldestAt: Date };

/** Counts the open orders, for the metrics. */
export async function countOpenOrders(db: Db): Promise<OpenOrders[]> {
  const { rows } = await sql<OpenOrders>`
    select o.kind, o.state, count(*)::int as count, min(o.created_at) as "oldestAt"
    from orders o where ${isOpen} group by o.kind, o.state`.execute(db);
  return rows;
}
