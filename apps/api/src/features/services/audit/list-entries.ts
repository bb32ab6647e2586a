import type { AuditFilters, HandlerAnswer, listAudit, AuditEntry } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage, unknownCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { readEntries } from './store.ts';

const COLUMNS: CsvColumn<AuditEntry>[] = [
  ['No.', (entry) => entry.seq],
  ['Date', ({ at }) => nairobiDay(new Date(at))],
  ['Time', ({ at }) => nairobiTime(new Date(at))],
  ['Who', (entry) => entry.actorName],
  ['From', (entry) => entry.address],
  ['Request', (entry) => entry.requestId],
  ['Action', (entry) => entry.action],
  ['Subject', (entry) => entry.subjectKind],
  ['Subject id', (entry) => entry.subjectId],
  ['Reason', (entry) => entry.reason],
  ['Before', (entry) => JSON.stringify(entry.before)],
  ['After', (entry) => JSON.stringify(entry.after)],
  ['Hash', (entry) => entry.hash],
];

/**
 * Reads one page of the audit log, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function pageOfEntries(
  db: Db,
  query: AuditFilters & { readerId: string; cursor?: string | undefined; limit: number },
): Promise<HandlerAnswer<typeof listAudit>> {
  const { cursor, limit, readerId, ...filters } = query;
  const found = await readEntries(db, { filters, readerId, before: placeOf(cursor), limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextCursor: last && found.length > limit ? String(last.seq) : undefined };
}

/** Exports the filtered audit log as CSV. */
export function auditCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { readerId, ...filters }: AuditFilters & { readerId: string },
): FileAnswer {
  const pages = eachPage<AuditEntry, bigint>(
    ({ after, limit }) => readEntries(db, { filters, readerId, before: after, limit }),
    ({ seq }) => BigInt(seq),
  );
  return csvFile(`audit-${nairobiDay(clock.now())}`, COLUMNS, pages);
}

function placeOf(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (/^[1-9]\d{0,17}$/u.test(cursor)) return BigInt(cursor);
  throw unknownCursor();
}
