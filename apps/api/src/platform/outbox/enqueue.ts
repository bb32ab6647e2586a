import { sql, type RawBuilder } from 'kysely';
import { encrypt, type Keys } from '../crypto/keys.ts';
import type { Transaction } from '../db/database.ts';
import { newId } from '../ids.ts';
import { currentTraceparent } from '../tracing/tracing.ts';

/** The channel that wakes workers when a row is due. */
export const OUTBOX_CHANNEL = 'outbox';

export type OutboxRow = {
  topic: string;
  /** Anything JSON can carry. It is sealed before it reaches the database. */
  payload: object;
  /** A second row of the same topic and key is silently not written, for as long as the first is kept. */
  dedupeKey?: string;
  /** Not before this moment; at once when absent. */
  availableAt?: Date;
  /** Goes before all rows that are not, and wakes a worker at the commit instead of at its next poll. */
  isUrgent?: boolean;
  /**
   * Wakes no worker, though it is urgent. For busy paths: PostgreSQL lets only one transaction with a NOTIFY commit at a
   * time.
   */
  waitsForPoll?: boolean;
  /** The trace of the effect, where the current transaction writes several effects; else the current trace. */
  traceparent?: string | undefined;
};

/**
 * Writes what is to follow from an effect, in the transaction of that effect: both happen or neither.
 * One statement, however many rows.
 */
export async function enqueue(tx: Transaction, keys: Keys, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length > 0) await outboxInsert(keys, rows).execute(tx);
}

/** The statement of `enqueue`, for at least one row. */
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

/** What is traced when the row is written goes on when it is carried out; sealed with it, and nothing otherwise. */
function traced(row: OutboxRow): OutboxRow {
  const { traceparent = currentTraceparent() } = row;
  return traceparent === undefined ? row : { ...row, payload: { ...row.payload, traceparent } };
}
