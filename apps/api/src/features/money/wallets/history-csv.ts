import type { Activity, HistoryFilters } from '@zawadi/contract';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { listActivities } from './activity-store.ts';
import { readPerson } from './read-person.ts';

type Row = { activity: Activity };

const COLUMNS: CsvColumn<Row>[] = [
  ['Date', ({ activity }) => nairobiDay(new Date(activity.timestamp))],
  ['Time', ({ activity }) => nairobiTime(new Date(activity.timestamp))],
  ['Type', ({ activity }) => activity.transactionType],
  ['Description', ({ activity }) => activity.description],
  ['Amount (KES)', ({ activity }) => activity.amount],
  ['Wallet', ({ activity }) => activity.wallet],
  ['Status', ({ activity }) => activity.orderStatus],
  ['M-PESA code', ({ activity }) => activity.reference],
  ['Id', ({ activity }) => activity.entityId],
];

/** The whole filtered history as a file, newest first. */
export async function historyCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, filters }: { userId: string; filters: HistoryFilters },
): Promise<FileAnswer> {
  const person = await readPerson(db, userId);
  const pages = eachPage(
    (page) => listActivities(db, person, { filters, ...page }),
    ({ place }) => place,
  );
  return csvFile(`statement-${nairobiDay(clock.now())}`, COLUMNS, pages);
}
