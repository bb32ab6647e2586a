import type { AuditFilters, HandlerAnswer, listAudit } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readEntries } from './store.ts';

/**
 * One page of the log, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function pageOfEntries(
  db: Db,
  query: AuditFilters & { cursor?: string | undefined; limit: number },
): Promise<HandlerAnswer<typeof listAudit>> {
  const { cursor, limit, ...filters } = query;
  const found = await readEntries(db, { filters, before: placeOf(cursor), limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextCursor: last && found.length > limit ? String(last.seq) : undefined };
}

function placeOf(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (/^[1-9]\d{0,17}$/u.test(cursor)) return BigInt(cursor);
  throw new Refusal('validation_failed', {
    fields: [{ path: 'cursor', message: 'This page does not exist' }],
  });
}
