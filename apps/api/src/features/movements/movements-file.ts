import { Readable } from 'node:stream';
import type { Movement, MovementFilters } from '@zawadi/contract';
import { csvLine } from '../../platform/csv.ts';
import type { Place } from '../../platform/cursor.ts';
import type { Db } from '../../platform/db/database.ts';
import { nairobiDay, nairobiTime } from '../../platform/nairobi-time.ts';
import { describeMovement } from './list-movements.ts';
import { listRows, selectionOf } from './list-store.ts';

const AT_ONCE = 500;
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';
const HEADINGS = [
  'Id',
  'Date',
  'Time',
  'Type',
  'Merchant',
  'Person',
  'Amount (KES)',
  'Fee (KES)',
  'Net value (KES)',
  'Status',
  'Reference',
];

/** The whole filtered list as a file, a page at a time, so that a long one needs no more memory than a short one. */
export function movementsFile(db: Db, filters: MovementFilters): Readable {
  return Readable.from(linesOf(db, filters), { objectMode: false });
}

async function* linesOf(db: Db, filters: MovementFilters): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  const selection = await selectionOf(db, filters);
  let after: Place | undefined;
  for (;;) {
    const found = await listRows(db, selection, { after, limit: AT_ONCE });
    yield found.map((row) => csvLine(cellsOf(describeMovement(row)))).join('');
    after = found.at(-1)?.place;
    if (found.length < AT_ONCE) return;
  }
}

function cellsOf(one: Movement): string[] {
  const moment = new Date(one.date);
  return [
    one.transactionId,
    nairobiDay(moment),
    nairobiTime(moment),
    one.type,
    one.merchant ?? '',
    one.person ?? '',
    String(one.amount),
    String(one.fee),
    String(one.netValue),
    one.status,
    one.reference ?? '',
  ];
}
