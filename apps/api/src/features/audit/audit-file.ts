import { Readable } from 'node:stream';
import type { AuditEntry, AuditFilters } from '@zawadi/contract';
import { csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/database.ts';
import { readEntries } from './store.ts';

const AT_ONCE = 500;
const HEADINGS = [
  'No.',
  'Moment (UTC)',
  'Who',
  'From',
  'Request',
  'Action',
  'Subject',
  'Subject id',
  'Reason',
  'Before',
  'After',
  'Hash',
];
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';

/** The filtered log as a file, a page at a time. */
export function auditFile(db: Db, filters: AuditFilters): Readable {
  return Readable.from(linesOf(db, filters), { objectMode: false });
}

async function* linesOf(db: Db, filters: AuditFilters): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let before: bigint | undefined;
  for (;;) {
    const entries = await readEntries(db, { filters, before, limit: AT_ONCE });
    yield entries.map((entry) => csvLine(cellsOf(entry))).join('');
    const last = entries.at(-1);
    if (!last || entries.length < AT_ONCE) return;
    before = BigInt(last.seq);
  }
}

function cellsOf(entry: AuditEntry): string[] {
  return [
    String(entry.seq),
    entry.at,
    entry.actorName,
    entry.address,
    entry.requestId,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.reason,
    JSON.stringify(entry.before),
    JSON.stringify(entry.after),
    entry.hash,
  ];
}
