import {
  type AdminSettlementFilters,
  type Settlement,
  type SettlementFilters,
  type SettlementTransaction,
} from '@zawadi/contract';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { readShopNames } from '../../people/merchants/index.ts';
import { listEntries } from './batch-entries-store.ts';
import { describeEntry, referenceOf } from './describe-entry.ts';
import { describeSettlement } from './describe-settlement.ts';
import { listRecords, type Scope } from './list-store.ts';
import type { SettlementKey, SettlementRecord } from './store.ts';

type FileDeps = Pick<Deps, 'db' | 'clock'>;
type OfShop = Settlement & { code: string; shop: string };

const COLUMNS: CsvColumn<Settlement>[] = [
  ['Batch ID', (one) => one.batchId],
  ['Date', (one) => nairobiDay(new Date(one.date))],
  ['Time', (one) => nairobiTime(new Date(one.date))],
  ['Amount (KES)', (one) => one.amount],
  ['Processing fee (KES)', (one) => one.processingFee],
  ['Net amount (KES)', (one) => one.netAmount],
  ['Status', (one) => one.status],
  ['Payout channel', (one) => one.payoutChannel],
  ['Destination', (one) => one.destination],
  ['Transactions', (one) => one.transactionCount],
  ['Completed', ({ completedAt }) => completedAt && nairobiDay(new Date(completedAt))],
  ['Reference', (one) => one.reference],
  ['Reason', (one) => one.failureReason],
];

const TRANSACTION_COLUMNS: CsvColumn<SettlementTransaction>[] = [
  ['Date', ({ date }) => nairobiDay(new Date(date))],
  ['Time', ({ date }) => nairobiTime(new Date(date))],
  ['Type', ({ description }) => description],
  ['Reference', referenceOf],
  ['Voucher', ({ voucherId }) => voucherId],
  ['Code ends in', ({ codeLastFour }) => codeLastFour],
  ['Your reference', ({ reference }) => reference],
  ['Amount (KES)', ({ amount }) => amount],
  ['Id', ({ transactionId }) => transactionId],
];

/** Writes a merchant's whole filtered list as a CSV file. */
export function settlementsCsv(
  { db, clock }: FileDeps,
  { merchantId, filters }: { merchantId: string; filters: SettlementFilters },
): FileAnswer {
  return csvFile(`settlements-${nairobiDay(clock.now())}`, COLUMNS, eachSettlement(db, merchantId, filters));
}

/** Writes the filtered batches of all merchants, with the merchant on each line. */
export function settlementsOfAllCsv(
  { db, clock }: FileDeps,
  { merchantCode, needsAttention, bankFile, ...filters }: AdminSettlementFilters,
): FileAnswer {
  async function* pages(): AsyncGenerator<OfShop[]> {
    for await (const records of eachRecord(db, { merchantCode, needsAttention, bankFile }, filters)) {
      const shops = await readShopNames(db, [...new Set(records.map((one) => one.merchantId))]);
      yield records.map((one) => {
        const shop = shops.get(one.merchantId);
        return { ...describeSettlement(one), code: shop?.merchantCode ?? '', shop: shop?.businessName ?? '' };
      });
    }
  }
  const columns: CsvColumn<OfShop>[] = [
    ['Merchant code', ({ code }) => code],
    ['Merchant', ({ shop }) => shop],
    ...COLUMNS,
  ];
  return csvFile(`settlements-${nairobiDay(clock.now())}`, columns, pages());
}

/** Writes all entries of one batch as a CSV file. */
export function transactionsCsv(db: Db, key: SettlementKey, batchId: string): FileAnswer {
  return csvFile(`settlement-${batchId}`, TRANSACTION_COLUMNS, eachTransaction(db, key));
}

/** Yields every matching batch of a merchant, newest first, in pages. */
export async function* eachSettlement(
  db: Db,
  merchantId: string,
  filters: SettlementFilters,
): AsyncGenerator<Settlement[]> {
  for await (const records of eachRecord(db, { merchantId }, filters)) yield records.map(describeSettlement);
}

async function* eachRecord(
  db: Db,
  scope: Scope,
  filters: SettlementFilters,
): AsyncGenerator<SettlementRecord[]> {
  const pages = eachPage(
    (page) => listRecords(db, scope, { filters, ...page }),
    ({ place }) => place,
  );
  for await (const rows of pages) yield rows.map(({ record }) => record);
}

/** Yields all entries of a batch, oldest first, in pages. */
export async function* eachTransaction(db: Db, key: SettlementKey): AsyncGenerator<SettlementTransaction[]> {
  const pages = eachPage(
    (page) => listEntries(db, key, page),
    ({ place }) => place,
  );
  for await (const rows of pages) yield rows.map(describeEntry);
}
