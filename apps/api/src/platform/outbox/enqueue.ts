import { sql, type RawBuilder } from 'kysely';
import { encrypt, type Keys } from '../crypto/keys.ts';
import type { Transaction } from '../db/database.ts';
import { newId } from '../ids.ts';
import { currentTraceparent } from '../tracing/tracing.ts';

/** Notification channel that wakes workers when an urgent row is committed. */
export const OUTBOX_CHANNEL = 'outbox';

export type OutboxRow = {
  topic: string;
  /** Any JSON value. It is sealed before it is stored. */
  payload: object;
  /** Key of the cause. A second row with the same topic and key is silently dropped while the first one is kept. */
  dedupeKey?: string;
  /** Earliest time of processing; at once by default. */
  availableAt?: Date;
  /** True to put the row before all non-urgent rows, and to wake a worker at the commit instead of at its next poll. */
  isUrgent?: boolean;
  /**
   * True to wake no worker, even if the row is urgent. For busy paths: PostgreSQL lets only one transaction with a
   * NOTIFY commit at a time.
   */
  waitsForPoll?: boolean;
  /** Trace of the effect; by default the current trace. Needed if one transaction writes several effects. */
  traceparent?: string | undefined;
};

/**
 * Writes the follow-up work of an effect, in the effect's own transaction: both are committed, or neither. Uses one
 * SQL statement for any number of rows.
 */
export async function enqueue(tx: Transaction, keys: Keys, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length > 0) await outboxInsert(keys, rows).execute(tx);
}

/** Builds the SQL statement of `enqueue`. Needs at least one row. */
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
 * Adds the current trace to the payload, so that processing the row continues the trace. Adds nothing outside a
 * trace.
 */
function traced(row: OutboxRow): OutboxRow {
  const { traceparent = currentTraceparent() } = row;
  return traceparent === undefined ? row : { ...row, payload: { ...row.payload, traceparent } };
}
