import { RETENTION } from '../retention.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import type { NextState } from './outcome.ts';

/** An outbox row that this process may handle until its lease ends. */
export type LeasedRow = {
  id: string;
  topic: string;
  payload: Buffer;
  attempt: number;
  leaseToken: string;
  /** True if another worker's lease expired. Its progress is unknown. */
  wasInterrupted: boolean;
  /** Age of the row in milliseconds. */
  ageMs: number;
};

const REASON_LENGTH = 500;

/** Leases due rows of these topics that no other worker has leased. Takes urgent rows first, then those due longest. */
export async function leaseRows(
  db: Db,
  options: { topics: readonly string[]; limit: number; leaseMs: number },
): Promise<LeasedRow[]> {
  const due = (isUrgent: boolean, limit: RawBuilder<unknown>) => sql`
    select id, lease_until is not null as was_interrupted from outbox
    where is_urgent = ${isUrgent} and state = 'pending' and available_at <= moment()
      and (lease_until is null or lease_until < now()) and topic = any(${options.topics}::text[])
    order by available_at, id limit ${limit} for update skip locked`;
  // Reads two index ranges from their starts, so that it never scans rows that wait for a retry.
  const { rows } = await sql<LeasedRow>`
    with urgent as (${due(true, sql`${options.limit}`)}),
    others as (${due(false, sql`${options.limit} - (select count(*) from urgent)`)}),
    due as (select * from urgent union all select * from others)
    update outbox o
    set lease_token = gen_random_uuid(),
        lease_until = now() + ${options.leaseMs}::integer * interval '1 millisecond',
        attempts = attempts + 1
    from due where o.id = due.id
    returning o.id, o.topic, o.payload, o.attempts as attempt, o.lease_token as "leaseToken",
      due.was_interrupted as "wasInterrupted",
      (extract(epoch from moment() - o.created_at) * 1000)::float8 as "ageMs"`.execute(db);
  return rows;
}

/** Result of an attempt on a leased row. */
export type FinishedRow = Pick<LeasedRow, 'id' | 'leaseToken'> & { next: NextState };

/**
 * Stores the results of attempts whose lease is still ours, in one SQL statement.
 * @returns true for each stored result, in order; false if another worker has leased the row since
 */
export async function finishRows(db: Db, rows: readonly FinishedRow[]): Promise<boolean[]> {
  const { rows: finished } = await sql<{ id: string }>`
    update outbox o
    set state = next.state,
        available_at = case when next.state = 'pending' then moment() + next.delay_ms * interval '1 millisecond' else o.available_at end,
        finished_at = case when next.state = 'pending' then null else moment() end,
        payload = case when next.state = 'done' then null else o.payload end,
        last_error = next.reason,
        provider_id = next.provider_id,
        lease_token = null,
        lease_until = null
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ leaseToken }) => leaseToken)}::uuid[],
      ${rows.map(({ next }) => next.state)}::text[],
      ${rows.map(({ next }) => next.delayMs)}::float8[],
      ${rows.map(({ next }) => next.reason?.slice(0, REASON_LENGTH) ?? null)}::text[],
      ${rows.map(({ next }) => next.providerId ?? null)}::text[]
    ) as next (id, lease_token, state, delay_ms, reason, provider_id)
    where o.id = next.id and o.lease_token = next.lease_token and o.state = 'pending'
    returning o.id`.execute(db);
  const ids = new Set(finished.map(({ id }) => id));
  return rows.map(({ id }) => ids.has(id));
}

/**
 * Deletes rows that were processed or given up long ago, a batch at a time.
 * @returns the number of deleted rows
 */
export async function removeOldRows(db: Db): Promise<number> {
  const atMost = 10_000;
  for (let removed = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from outbox where id in (
        (select id from outbox where state = 'done' and finished_at < moment() - ${RETENTION.outbox.after}::interval
          order by finished_at limit ${atMost})
        union all
        (select id from outbox
          where state in ('dead', 'unknown') and finished_at < moment() - ${RETENTION.outbox_not_sent.after}::interval
          limit ${atMost})
      )`.execute(db);
    removed += Number(numAffectedRows);
    if (numAffectedRows < atMost) return removed;
  }
}
