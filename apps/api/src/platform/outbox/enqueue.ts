import { sql, type RawBuilder } from 'kysely';
import { encrypt, type Keys } from '../crypto/keys.ts';
import type { Transaction } from '../db/database.ts';
import { newId } from '../ids.ts';
import { currentTraceparent } from '../tracing/tracing.ts';

/** Channel that wakes workers when a row is due. */
export const OUTBOX_CHANNEL = 'outbox';

export type OutboxRow = {
  topic: string;
  /** Any JSON value. It is sealed before it reaches the database. */
  payload: object;
  /** A second row of the same topic and key is silently dropped, as long as the first is kept. */
  dedupeKey?: string;
  /** Earliest time of processing; at once by default. */
  availableAt?: Date;
  /** Puts the row before all non-urgent rows, and wakes a worker at the commit instead of at its next poll. */
  isUrgent?: boolean;
  /**
   * Wakes no worker, even if the row is urgent. For busy paths: PostgreSQL lets only one transaction with a NOTIFY
   * commit at a time.
   */
  waitsForPoll?: boolean;
  /** Trace of the effect, if the current transaction writes several effects; by default the current trace. */
  traceparent?: string | undefined;
};

/**
 * Writes the follow-up work of an effect, in the transaction of that effect: both happen or neither. Uses one
 * statement for any number of rows.
 */
export async function enqueue(tx: Transaction, keys: Keys, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length > 0) await outboxInsert(keys, rows).execute(tx);
}

/** Builds the statement of `enqueue`, for at least one row. */
export function outboxInsert(keys: Keys, rows: readonly OutboxRow[]): RawBuilder<unknown> {
  const sealed = rows.map((row) => seal(keys, traced(row)));
  const wakes = rows.some((row) => row.isUrgent && !row.waitsForPoll);
  return sql`
    select enqueue_outbox(
      ${sealed.map(({ id }) => id)}::uuid[],
      ${sealed.map(({ topic }) => topic)}::text[],
      ${sealed.map(({ payload }) => payload)}::bytea[],
      ${rows.map((row) => row.dedupeKey ?? null)}::text[],
      ${rows.map((row) => row.isUrgent ?? false)}::boolean[],
      ${rows.map((row) => row.availableAt ?? null)}::timestamptz[]
    ), case when ${wakes}::boolean then pg_notify(${OUTBOX_CHANNEL}, '') end`;
}

function seal(keys: Keys, { topic, payload }: OutboxRow): { id: string; topic: string; payload: Buffer } {
  return { id: newId(), topic, payload: encrypt(keys, JSON.stringify(payload)) };
}

/**
 * Adds the current trace to the payload, so that processing continues it. It is sealed with the payload; without a
 * trace nothing is added.
 */
function traced(row: OutboxRow): OutboxRow {
  const { traceparent = currentTraceparent() } = row;
  return traceparent === undefined ? row : { ...row, payload: { ...row.payload, traceparent } };
}
