import { Readable } from 'node:stream';
import type {
  AdminSettlementFilters,
  Settlement,
  SettlementFilters,
  SettlementTransaction,
} from '@zawadi/contract';
import { csvLine } from '../../platform/csv.ts';
import type { Place } from '../../platform/cursor.ts';
import type { Db } from '../../platform/db/database.ts';
import { nairobiDay, nairobiTime } from '../../platform/nairobi-time.ts';
import { readShopNames } from '../merchants/index.ts';
import { listEntries } from './batch-entries-store.ts';
import { describeEntry } from './describe-entry.ts';
import { describeSettlement } from './describe-settlement.ts';
import { listRecords, type Scope } from './list-store.ts';
import type { SettlementKey, SettlementRecord } from './store.ts';

const AT_ONCE = 500;
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';

const HEADINGS = [
  'Batch ID',
  'Date',
  'Time',
  'Amount (KES)',
  'Processing fee (KES)',
  'Net amount (KES)',
  'Status',
  'Payout channel',
  'Destination',
  'Transactions',
  'Completed',
  'Reference',
  'Reason',
];

/** The whole filtered list as a file, a page at a time, so that a long one needs no more memory than a short one. */
export function settlementsCsv(db: Db, merchantId: string, filters: SettlementFilters): Readable {
  return fileOf(HEADINGS, eachSettlement(db, merchantId, filters), cellsOf);
}

/** The same of all merchants, each line with whose batch it is. */
export function settlementsOfAllCsv(
  db: Db,
  { merchantCode, needsAttention, ...filters }: AdminSettlementFilters,
): Readable {
  async function* lines(): AsyncGenerator<string[][]> {
    for await (const records of eachPage(db, { merchantCode, needsAttention }, filters)) {
      const shops = await readShopNames(db, [...new Set(records.map((one) => one.merchantId))]);
      yield records.map((one) => {
        const { merchantCode: code = '', businessName = '' } = shops.get(one.merchantId) ?? {};
        return [code, businessName, ...cellsOf(describeSettlement(one))];
      });
    }
  }
  return fileOf(['Merchant code', 'Merchant', ...HEADINGS], lines(), (cells) => cells);
}

function cellsOf(one: Settlement): string[] {
  return [
    one.batchId,
    nairobiDay(new Date(one.date)),
    nairobiTime(new Date(one.date)),
    String(one.amount),
    String(one.processingFee),
    String(one.netAmount),
    one.status,
    one.payoutChannel,
    one.destination,
    String(one.transactionCount),
    one.completedAt === undefined ? '' : nairobiDay(new Date(one.completedAt)),
    one.reference ?? '',
    one.failureReason ?? '',
  ];
}

/** Everything in one batch as a file. */
export function transactionsCsv(db: Db, key: SettlementKey): Readable {
  const headings = ['Date', 'Time', 'Type', 'Voucher', 'Amount (KES)', 'Id'];
  return fileOf(headings, eachTransaction(db, key), (one) => [
    nairobiDay(new Date(one.date)),
    nairobiTime(new Date(one.date)),
    one.description,
    one.voucherId ?? '',
    String(one.amount),
    one.transactionId,
  ]);
}

/** Every batch of a merchant that fits, newest first, in pages. */
export async function* eachSettlement(
  db: Db,
  merchantId: string,
  filters: SettlementFilters,
): AsyncGenerator<Settlement[]> {
  for await (const records of eachPage(db, { merchantId }, filters)) yield records.map(describeSettlement);
}

async function* eachPage(
  db: Db,
  scope: Scope,
  filters: SettlementFilters,
): AsyncGenerator<SettlementRecord[]> {
  let after: Place | undefined;
  for (;;) {
    const found = await listRecords(db, scope, { filters, after, limit: AT_ONCE });
    yield found.map(({ record }) => record);
    after = found.at(-1)?.place;
    if (found.length < AT_ONCE) return;
  }
}

/** Everything in a batch, oldest first, in pages. */
export async function* eachTransaction(db: Db, key: SettlementKey): AsyncGenerator<SettlementTransaction[]> {
  let after: Place | undefined;
  for (;;) {
    const found = await listEntries(db, key, { after, limit: AT_ONCE });
    yield found.map(describeEntry);
    after = found.at(-1)?.place;
    if (found.length < AT_ONCE) return;
  }
}

function fileOf<Row>(
  headings: string[],
  pages: AsyncGenerator<Row[]>,
  cellsOf: (row: Row) => string[],
): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(headings);
    for await (const page of pages) yield page.map((row) => csvLine(cellsOf(row))).join('');
  }
  return Readable.from(lines(), { objectMode: false });
}
