import type { AuditEntry, AuditFilters } from '@zawadi/contract';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { readEntries } from './store.ts';

const COLUMNS: CsvColumn<AuditEntry>[] = [
  ['No.', (entry) => entry.seq],
  ['Moment (UTC)', (entry) => entry.at],
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

/** The filtered log as a file. */
export function auditCsv({ db, clock }: Pick<Deps, 'db' | 'clock'>, filters: AuditFilters): FileAnswer {
  const pages = eachPage<AuditEntry, bigint>(
    ({ after, limit }) => readEntries(db, { filters, before: after, limit }),
    ({ seq }) => BigInt(seq),
  );
  return csvFile(`audit-${nairobiDay(clock.now())}`, COLUMNS, pages);
}
