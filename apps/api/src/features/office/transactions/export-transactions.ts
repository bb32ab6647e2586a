import { shortReference, type ListedTransaction, type TransactionFilters } from '@zawadi/contract';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { describeTransaction } from './list-transactions.ts';
import { listRows, selectionOf } from './list-store.ts';

const COLUMNS: CsvColumn<ListedTransaction>[] = [
  ['Transaction ID', (one) => shortReference(one.transactionId)],
  ['Date', (one) => nairobiDay(new Date(one.date))],
  ['Time', (one) => nairobiTime(new Date(one.date))],
  ['Type', (one) => one.type],
  ['Merchant', (one) => one.merchant],
  ['Person', (one) => one.person],
  ['Amount (KES)', (one) => one.amount],
  ['Fee (KES)', (one) => one.fee],
  ['Net value (KES)', (one) => one.netValue],
  ['Status', (one) => one.status],
  ['Refund state', (one) => one.refundState?.replaceAll('_', ' ')],
  ['Refunded (KES)', (one) => (one.refundState === 'refunded' ? one.amount : one.refunded)],
  ['Reference', (one) => one.reference],
  ['Id', (one) => one.transactionId],
];

/** Exports the filtered list as CSV. The audit log records the export. */
export async function exportTransactions(
  deps: Pick<Deps, 'db' | 'clock'>,
  { filters, auditor }: { filters: TransactionFilters; auditor: Auditor },
): Promise<FileAnswer> {
  // The search term may be a name, which does not belong in a permanent log.
  const { search, ...narrowed } = filters;
  const given = Object.entries(narrowed).filter(([, value]) => value !== undefined);
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'transactions.exported',
      subjectKind: 'transactions',
      subjectId: 'list',
      after: { isSearched: Boolean(search), ...Object.fromEntries(given) },
    }),
  );
  return csvFile(`transactions-${nairobiDay(deps.clock.now())}`, COLUMNS, pagesOf(deps.db, filters));
}

async function* pagesOf(db: Db, filters: TransactionFilters): AsyncGenerator<ListedTransaction[]> {
  const selection = await selectionOf(db, filters);
  const pages = eachPage(
    (page) => listRows(db, selection, page),
    ({ place }) => place,
  );
  for await (const rows of pages) yield rows.map(describeTransaction);
}
