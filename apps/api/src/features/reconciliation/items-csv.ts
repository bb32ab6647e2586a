import { Readable } from 'node:stream';
import type { ReconciliationItem, ReconciliationItemFilters } from '@zawadi/contract';
import type { Place } from '../../platform/cursor.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/database.ts';
import { nairobiDay, nairobiTime } from '../../platform/nairobi-time.ts';
import { listItems } from './items-list-store.ts';
import { describeItem } from './list-items.ts';

const AT_ONCE = 500;
const HEADINGS = [
  'Account',
  'Receipt',
  'Moment (Nairobi)',
  'Kind',
  'Details',
  'Account number',
  'M-PESA (KES)',
  'Ledger (KES)',
  'Difference (KES)',
  'State',
  'Status',
  'Resolution',
  'By',
  'Reason',
  'Line',
];
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';

/** The filtered items as a file, a page at a time. */
export function itemsFile(db: Db, filters: ReconciliationItemFilters): Readable {
  return Readable.from(linesOf(db, filters), { objectMode: false });
}

async function* linesOf(db: Db, filters: ReconciliationItemFilters): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let after: Place | undefined;
  for (;;) {
    const rows = await listItems(db, filters, { after, limit: AT_ONCE });
    yield rows.map((row) => csvLine(cellsOf(describeItem(row), row.at))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = { instant: last.instant, id: last.id };
  }
}

function cellsOf(item: ReconciliationItem, at: Date): string[] {
  return [
    item.account,
    item.receipt,
    `${nairobiDay(at)} ${nairobiTime(at)}`,
    item.kind,
    item.details,
    item.accountNumber,
    money(item.theirsCents),
    money(item.oursCents),
    money(item.differenceCents),
    item.state.replaceAll('_', ' '),
    item.status,
    item.resolution ?? '',
    item.closedBy ?? '',
    item.reason ?? '',
    item.line === undefined ? '' : String(item.line),
  ];
}

/** `-12.50`: cents written out, without a floating point. */
function money(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
