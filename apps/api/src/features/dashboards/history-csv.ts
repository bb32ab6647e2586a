import { Readable } from 'node:stream';
import type { Activity, HistoryFilters } from '@zawadi/contract';
import type { Db } from '../../platform/db/database.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Place } from '../../platform/cursor.ts';
import { nairobiDay, nairobiTime } from '../../platform/nairobi-time.ts';
import { listActivities, type Person } from './activity-store.ts';

const AT_ONCE = 500;
const HEADINGS = [
  'Date',
  'Time',
  'Type',
  'Description',
  'Amount (KES)',
  'Wallet',
  'Status',
  'M-PESA code',
  'Id',
];
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';

/** The whole filtered history as a file, a page at a time, so that a long one needs no more memory than a short one. */
export function historyCsv(db: Db, person: Person, filters: HistoryFilters): Readable {
  return Readable.from(linesOf(db, person, filters), { objectMode: false });
}

async function* linesOf(db: Db, person: Person, filters: HistoryFilters): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  for await (const page of eachPage(db, person, filters)) {
    yield page.map((activity) => csvLine(cellsOf(activity))).join('');
  }
}

/** Every activity that fits, newest first, in pages. */
async function* eachPage(db: Db, person: Person, filters: HistoryFilters): AsyncGenerator<Activity[]> {
  let after: Place | undefined;
  for (;;) {
    const found = await listActivities(db, person, { filters, after, limit: AT_ONCE });
    yield found.map(({ activity }) => activity);
    after = found.at(-1)?.place;
    if (found.length < AT_ONCE) return;
  }
}

function cellsOf(activity: Activity): string[] {
  const at = new Date(activity.timestamp);
  return [
    nairobiDay(at),
    nairobiTime(at),
    activity.transactionType,
    activity.description,
    String(activity.amount ?? ''),
    activity.wallet ?? '',
    activity.orderStatus,
    activity.reference ?? '',
    activity.entityId,
  ];
}
