import type { FailureReason } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { valueOfEach } from '../../../platform/db/row-of-each.ts';
import { currentTraceparent } from '../../../platform/tracing/tracing.ts';

export type OrderKindName = 'purchase' | 'withdrawal' | 'settlement' | 'refund';
export type OrderState = 'INTENT' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'SUCCEEDED' | 'FAILED';
export type OrderKey = { homeId: string; id: string };

export type Order = OrderKey & {
  kind: OrderKindName;
  /** The purchase, withdrawal, settlement or refund that the order belongs to. */
  ownerId: string;
  /** The phone, till, pay bill or receipt that the order names. */
  party: string;
  amountCents: bigint;
  state: OrderState;
  /** Number of sends that may have reached M-PESA. */
  sends: number;
  /** M-PESA's ids: the CheckoutRequestID, or the OriginatorConversationID of each acknowledged send. */
  providerIds: string[];
  failedIds: string[];
  receipt: string | null;
  resultCode: string | null;
  failureReason: FailureReason | null;
  createdAt: Date;
  sentAt: Date | null;
  endedAt: Date | null;
  /** When a second query of M-PESA confirmed the failure. */
  failureConfirmedAt: Date | null;
  polls: number;
  /** Consecutive polls that M-PESA answered with "not found". */
  notFoundAnswers: number;
  openSeconds: number;
  /** The trace in which the order was opened. */
  traceparent: string | null;
  /** Short code of the order's first send; null before that, and for orders older than the second short code. */
  sentFrom: string | null;
};

export const ORDER = sql`
  o.home_id as "homeId", o.id, o.kind, o.owner_id as "ownerId", o.party, o.amount_cents as "amountCents", o.state,
  o.sends, o.provider_ids as "providerIds", o.failed_ids as "failedIds", o.receipt, o.result_code as "resultCode",
  o.failure_reason as "failureReason", o.created_at as "createdAt", o.sent_at as "sentAt", o.ended_at as "endedAt", o.confirmed_at as "failureConfirmedAt",
  o.polls, o.not_found_answers as "notFoundAnswers", extract(epoch from moment() - o.created_at)::int as "openSeconds",
  o.traceparent, o.sent_from as "sentFrom"`;

export const isOpen = sql`o.state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN')`;
export const isOpenState = (state: OrderState) => state !== 'SUCCEEDED' && state !== 'FAILED';
export const withKey = ({ homeId, id }: OrderKey) => sql`o.home_id = ${homeId} and o.id = ${id}`;

/** Seconds from the first send to the first poll. A later send keeps the pause that the last poll has set. */
const FIRST_POLL_SECONDS = 15;
const firstPollAt = sql`statement_moment() + make_interval(secs => ${FIRST_POLL_SECONDS})`;
const pollAfterSend = sql`greatest(case when o.polls > 0 then o.next_poll_at end, ${firstPollAt})`;

/** Seconds in which only the process that opened an order may send it; afterwards the worker sends it. */
const UNSENT_SECONDS = 30;

/**
 * Stores an order to M-PESA in the transaction of its cause. Call `sendOrder` after the commit; if this process dies
 * before that call, the worker sends the order.
 * @param order.amountCents whole shillings
 * @param order.isUnderOwnId M-PESA knows the order by our id (B2C) and pays that id once
 */
export async function openOrder(
  tx: Transaction,
  order: OrderKey & {
    kind: OrderKindName;
    ownerId: string;
    party: string;
    amountCents: bigint;
    isOwnPhone?: boolean;
    isUnderOwnId?: boolean;
  },
): Promise<void> {
  const providerIds = order.isUnderOwnId ? [order.id] : [];
  await sql`
    insert into orders (home_id, id, kind, owner_id, party, amount_cents, is_own_phone, provider_ids,
      next_poll_at, traceparent)
    values (${order.homeId}, ${order.id}, ${order.kind}, ${order.ownerId}, ${order.party}, ${order.amountCents},
      ${order.isOwnPhone ?? null}, ${providerIds}, moment() + make_interval(secs => ${UNSENT_SECONDS}),
      ${currentTraceparent() ?? null})`.execute(tx);
}

const isOneOf = (keys: OrderKey[]) => sql`
  ${isAnyOf('o.home_id', keys.map(homeOf), 'uuid')} and ${isAnyOf('o.id', keys.map(idOf), 'uuid')}`;

export async function findOrder(db: Db, key: OrderKey): Promise<Order | undefined> {
  const [order] = await findOrders(db, [key]);
  return order;
}

export function lockOrders(tx: Transaction, keys: OrderKey[]): Promise<(Order | undefined)[]> {
  return findOrders(tx, keys, sql`order by o.home_id, o.id for update`);
}

export async function lockOrder(tx: Transaction, key: OrderKey): Promise<Order | undefined> {
  const [order] = await lockOrders(tx, [key]);
  return order;
}

export async function findOrders(
  db: Db,
  keys: OrderKey[],
  behind: RawBuilder<unknown> = sql``,
): Promise<(Order | undefined)[]> {
  const { rows } = await sql<Order>`
    select ${ORDER} from orders o where ${isOneOf(keys)} ${behind}`.execute(db);
  const found = new Map(rows.map((order) => [nameOf(order), order]));
  return keys.map((key) => found.get(nameOf(key)));
}

const homeOf = ({ homeId }: OrderKey): string => homeId;
const idOf = ({ id }: OrderKey): string => id;
const nameOf = ({ homeId, id }: OrderKey): string => `${homeId} ${id}`.toLowerCase();

/** Lists every order of one purchase, withdrawal, settlement or refund, the latest first. */
export async function listOrders(
  db: Db,
  owner: { homeId: string; ownerId?: string },
): Promise<[Order, ...Order[]] | []> {
  const { rows } = await sql<Order>`
    select ${ORDER} from orders o
    where o.home_id = ${owner.homeId}
      and (${owner.ownerId ?? null}::uuid is null or o.owner_id = ${owner.ownerId ?? null})
    order by o.created_at desc, o.id desc`.execute(db);
  return rows as [Order, ...Order[]] | [];
}

export async function claimSend(tx: Transaction, key: OrderKey, sentFrom: string): Promise<void> {
  await sql`
    update orders o set state = 'SENDING', sends = sends + 1, sending_at = statement_moment(),
      sent_from = coalesce(sent_from, ${sentFrom}),
      not_found_answers = 0, not_found_since = null,
      next_poll_at = greatest(next_poll_at, ${firstPollAt})
    where ${withKey(key)}`.execute(tx);
}

/** Records that M-PESA acknowledged the order. If its result arrived first, the order has ended and stays ended. */
export async function recordSent(
  tx: Transaction,
  key: OrderKey,
  ids: { providerId?: string; conversationId?: string },
): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    update orders o set
      sent_at = statement_moment(),
      state = case when ${isOpen} then 'SENT' else state end,
      provider_ids = case
        when ${ids.providerId ?? null}::text is null or ${ids.providerId ?? null} = any(provider_ids) then provider_ids
        else provider_ids || ${ids.providerId ?? null}::text end,
      conversation_id = coalesce(${ids.conversationId ?? null}, conversation_id),
      next_poll_at = case when ${isOpen} then ${pollAfterSend} else next_poll_at end
    where ${withKey(key)}
    returning ${ORDER}`.execute(tx);
  return rows[0];
}

/** Records that M-PESA did not answer the send and may have executed it. */
export async function recordUnknown(db: Db, key: OrderKey): Promise<void> {
  await sql`
    update orders o set next_poll_at = ${pollAfterSend},
      -- An order that was acknowledged before stays SENT.
      state = case when o.sent_at is null then 'UNKNOWN' else 'SENT' end
    where ${withKey(key)} and o.state = 'SENDING'`.execute(db);
}

/**
 * Undoes the record of a send that had no effect: M-PESA refused it, or it did not leave.
 * @returns the order without this send; undefined when a result has ended the order since
 */
export async function undoSend(tx: Transaction, key: OrderKey): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    update orders o set sends = sends - 1,
      state = case when o.state <> 'SENDING' then o.state when o.sends = 1 then 'INTENT'
        when o.sent_at is not null then 'SENT' else 'UNKNOWN' end,
      next_poll_at = ${pollAfterSend}
    where ${withKey(key)} and ${isOpen} and o.sends > 0
    returning ${ORDER}`.execute(tx);
  return rows[0];
}

/** Time of the recheck; null without seconds, which means no recheck. */
const recheckAt = (seconds: number | undefined) =>
  sql`statement_moment() + make_interval(secs => ${seconds ?? null}::int)`;

/** A success: the order, its receipt if known, and otherwise when to query the receipt. */
type Succeeded = OrderKey & { receipt: string | undefined; recheckSeconds?: number | undefined };

export async function recordSuccesses(tx: Transaction, all: Succeeded[]): Promise<void> {
  const groups = Map.groupBy(all, ({ recheckSeconds }) => recheckSeconds);
  for (const [recheckSeconds, those] of groups) {
    const receipts = those.map(({ id, receipt: value = null }) => ({ id, value }));
    await sql`
      update orders o set state = 'SUCCEEDED',
        receipt = coalesce(${valueOfEach('o.id', receipts, 'text')}, o.receipt),
        result_code = null, failure_reason = null, ended_at = coalesce(o.ended_at, statement_moment()), polls = 0,
        next_poll_at = ${recheckAt(recheckSeconds)}
      where ${isOneOf(those)}`.execute(tx);
  }
}

/**
 * Records a failure.
 * @param recheckSeconds time until the recheck, because a failure that M-PESA reports is not always final
 */
export async function recordFailure(
  tx: Transaction,
  key: OrderKey,
  failed: {
    resultCode: string;
    reason: FailureReason;
    recheckSeconds?: number | undefined;
    receipt?: string | undefined;
  },
): Promise<void> {
  await sql`
    update orders o set state = 'FAILED', result_code = ${failed.resultCode},
      failure_reason = ${failed.reason}, receipt = coalesce(${failed.receipt ?? null}, o.receipt),
      ended_at = statement_moment(), confirmed_at = null, polls = 0,
      next_poll_at = ${recheckAt(failed.recheckSeconds)}
    where ${withKey(key)} and o.state <> 'SUCCEEDED'`.execute(tx);
}

/** Records that one of several sends has failed; the others may still succeed. */
export async function recordFailedSend(tx: Transaction, key: OrderKey, providerId: string): Promise<Order> {
  const { rows } = await sql<Order>`
    update orders o set failed_ids = case
      when ${providerId} = any(failed_ids) then failed_ids else failed_ids || ${providerId}::text end
    where ${withKey(key)}
    returning ${ORDER}`.execute(tx);
  if (!rows[0]) throw new Error(`order ${key.id} does not exist`);
  return rows[0];
}
