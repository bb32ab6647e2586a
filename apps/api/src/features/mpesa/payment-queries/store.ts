import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

/** The requester: an administrator by id, a customer with *Fetch Payment* or *Check Status*, or the worker. */
export type Requester = 'worker' | 'customer' | { administratorId: string };

/** The subject of a query: an order, or a receipt that a person typed. */
export type QueryAbout = { orderId: string } | { receipt: string };

/** The call of M-PESA: of a prompt's outcome, of a transaction's status, of the list of received payments. */
export type QueryCall = 'prompt' | 'status' | 'list';

export type QueryState = 'ASKING' | 'ACCEPTED' | 'ANSWERED' | 'REFUSED' | 'UNANSWERED';

/** Stores a query before M-PESA is called. */
export async function insertQuery(
  db: Db,
  query: { id: string; about: QueryAbout; call: QueryCall; by: Requester },
): Promise<void> {
  const { id, about, call, by } = query;
  await sql`
    insert into payment_queries (id, order_id, receipt, call, asked_by, administrator_id)
    values (${id}, ${'orderId' in about ? about.orderId : null}, ${'receipt' in about ? about.receipt : null}, ${call},
      ${typeof by === 'string' ? by : 'administrator'}, ${typeof by === 'string' ? null : by.administratorId})`.execute(
    db,
  );
}

/** Records the outcome of the call. A callback that arrived before it has ended the query already. */
export async function endCall(
  db: Db,
  id: string,
  ended: { state: QueryState; detail: string | undefined },
): Promise<void> {
  await sql`
    update payment_queries set state = ${ended.state}, detail = ${ended.detail ?? null}, ended_at = clock_moment()
    where id = ${id} and state = 'ASKING'`.execute(db);
}

/** Records that M-PESA's answer about an order has arrived by callback. */
export async function endQueriesOfOrder(db: Db, orderId: string): Promise<void> {
  await sql`
    update payment_queries set state = 'ANSWERED', ended_at = clock_moment()
    where order_id = ${orderId} and state in ('ASKING', 'ACCEPTED')`.execute(db);
}

/** Records that M-PESA's answer to a query has arrived by callback. */
export async function endQuery(db: Db, id: string): Promise<void> {
  await sql`
    update payment_queries set state = 'ANSWERED', ended_at = clock_moment()
    where id = ${id} and state in ('ASKING', 'ACCEPTED')`.execute(db);
}

export type QueryRow = {
  id: string;
  receipt: string | null;
  call: QueryCall;
  askedBy: 'worker' | 'customer' | 'administrator';
  administrator: string | null;
  askedAt: Date;
  state: QueryState;
  detail: string | null;
  endedAt: Date | null;
};

const QUERY = sql`
  q.id, q.receipt, q.call, q.asked_by as "askedBy", a.name as administrator, q.asked_at as "askedAt", q.state, q.detail,
  q.ended_at as "endedAt"`;

/** Lists the latest queries about these orders or receipts, oldest first. */
export async function listQueries(
  db: Db,
  about: { orderIds: readonly string[]; receipts: readonly string[] },
): Promise<QueryRow[]> {
  const { rows } = await sql<QueryRow>`
    select * from (
      select ${QUERY} from payment_queries q left join administrators a on a.id = q.administrator_id
      where q.order_id = any(${about.orderIds}::uuid[]) or q.receipt = any(${about.receipts}::text[])
      order by q.asked_at desc, q.id desc limit 100
    ) latest order by "askedAt", id`.execute(db);
  return rows;
}

export async function findQuery(db: Db, id: string): Promise<QueryRow | undefined> {
  const { rows } = await sql<QueryRow>`
    select ${QUERY} from payment_queries q left join administrators a on a.id = q.administrator_id
    where q.id = ${id}`.execute(db);
  return rows[0];
}

/** Deletes old queries. The order keeps its result, and the callbacks their times. */
export async function deleteOldQueries(db: Db): Promise<void> {
  await sql`
    delete from payment_queries where asked_at < moment() - ${RETENTION.payment_queries.after}::interval`.execute(
    db,
  );
}
