import {
  blockKind,
  maskMsisdn,
  type BlockEntry,
  type HandlerAnswer,
  type HandlerInput,
  type listBlocks as endpoint,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { parseAddress, readBlockedValue } from './blocked-value.ts';
import { listRows, type EntryRow } from './store.ts';

/**
 * Lists one page of entries, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listBlocks(
  db: Db,
  { cursor, limit, search, ...filters }: HandlerInput<typeof endpoint>['query'],
): Promise<HandlerAnswer<typeof endpoint>> {
  const found = await listRows(
    db,
    { ...filters, ...(search && wanted(search)) },
    { after: parseCursor(cursor), limit: limit + 1 },
  );
  const { shown, nextCursor } = pageOf(found, limit);
  return { entries: shown.map(describe), nextCursor };
}

function wanted(search: string): { value?: string; address?: string } {
  const address = parseAddress(search);
  if (address && search.includes('.') !== search.includes(':')) return { address: String(address) };
  for (const kind of blockKind.options) {
    try {
      return { value: readBlockedValue(kind, search) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return { value: search };
}

function describe(row: EntryRow): BlockEntry {
  const { id: entryId, kind, value, reason, status, isRemovalWaiting } = row;
  return {
    entryId,
    kind,
    value: kind === 'number' ? maskMsisdn(value) : value,
    reason,
    status,
    requestedAt: row.requestedAt.toISOString(),
    endsAt: row.endsAt?.toISOString(),
    hits: Number(row.hits),
    lastHitAt: row.lastHitAt?.toISOString(),
    isRemovalWaiting,
    history: row.history.map(({ kind: act, decidedBy, requestedAt, decidedAt, ...decision }) => ({
      ...decision,
      act: act === 'unblock' ? 'remove' : 'add',
      requestedAt: new Date(requestedAt).toISOString(),
      decidedBy: decidedBy ?? undefined,
      decidedAt: decidedAt === null ? undefined : new Date(decidedAt).toISOString(),
    })),
  };
}
