import type { Logger } from 'pino';
import type { Keys } from '../crypto/keys.ts';
import type { Db } from '../db/database.ts';
import { createRowHandling, type OutboxHandler } from './handle-row.ts';
import { finishRows, leaseRows } from './rows.ts';

const AT_ONCE = 64;
const LEASE_MS = 60_000;

/**
 * Handles the rows that are due now, once. For the demo's history: its clock moves only while nothing is under way, so
 * it cannot leave the outbox to a worker that runs at its own times.
 * @returns the number of handled rows
 */
export async function handleDueRows(
  deps: { db: Db; keys: Keys; log: Logger },
  handlers: Record<string, OutboxHandler>,
): Promise<number> {
  const handling = createRowHandling(deps, handlers, LEASE_MS);
  const rows = await leaseRows(deps.db, { topics: Object.keys(handlers), limit: AT_ONCE, leaseMs: LEASE_MS });
  if (rows.length === 0) return 0;
  const handled = await Promise.all(rows.map(handling.handle));
  const ends = rows.map(({ id, leaseToken }, index) => ({ id, leaseToken, next: at(handled, index).next }));
  const finished = await finishRows(deps.db, ends);
  await Promise.all(handled.map((one, index) => handling.conclude(at(finished, index), one)));
  return rows.length;
}

function at<Value>(values: readonly Value[], index: number): Value {
  if (index >= values.length) throw new Error(`expected a value for each row, got ${values.length}`);
  return values[index] as Value;
}
