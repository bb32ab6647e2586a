import { Readable } from 'node:stream';
import type { MerchantTransaction, MerchantTransactionFilters } from '@zawadi/contract';
import { csvLine } from '../../platform/csv.ts';
import type { Place } from '../../platform/cursor.ts';
import type { Db } from '../../platform/db/database.ts';
import { nairobiDay, nairobiTime } from '../../platform/nairobi-time.ts';
import { describeTransaction } from './list-transactions.ts';
import { listTransactions, selectionOf } from './transactions-store.ts';

const AT_ONCE = 1_000;
const HEADINGS = [
  'Date',
  'Time',
  'M-Pesa Txn ID',
  'Voucher ID',
  'Code ends in',
  'User',
  'Phone',
  'Status',
  'Reversed at',
  'Amount (KES)',
  'Served by',
  'Id',
];
// A spreadsheet takes the file for UTF-8 only with this in front.
const BYTE_ORDER_MARK = '\ufeff';

/** Everything that the filters let through, a page at a time, so that a million rows need no more memory than ten. */
export function transactionsCsv(db: Db, merchantId: string, filters: MerchantTransactionFilters): Readable {
  return Readable.from(linesOf(db, merchantId, filters), { objectMode: false });
}

async function* linesOf(
  db: Db,
  merchantId: string,
  filters: MerchantTransactionFilters,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  const selection = await selectionOf(db, merchantId, filters);
  let after: Place | undefined;
  for (;;) {
    const found = await listTransactions(db, selection, { after, limit: AT_ONCE });
    if (found.length > 0) yield found.map((row) => csvLine(cellsOf(describeTransaction(row)))).join('');
    const last = found.at(-1);
    if (!last || found.length < AT_ONCE) return;
    after = { instant: last.instant, id: last.redemptionId };
  }
}

function cellsOf(transaction: MerchantTransaction): string[] {
  const at = new Date(transaction.date);
  const { reversedAt } = transaction;
  return [
    nairobiDay(at),
    nairobiTime(at),
    transaction.mpesaTxnId ?? '',
    transaction.voucherId,
    transaction.codeLastFour,
    transaction.user,
    transaction.phone ?? '',
    transaction.status,
    reversedAt === undefined
      ? ''
      : `${nairobiDay(new Date(reversedAt))} ${nairobiTime(new Date(reversedAt))}`,
    String(transaction.amount),
    transaction.servedBy,
    transaction.redemptionId,
  ];
}
