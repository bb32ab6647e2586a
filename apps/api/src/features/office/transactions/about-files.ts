import { formatKes, shortReference } from '@zawadi/contract';
import type { CsvColumn } from '../../../platform/csv.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { drawTable, onPaper, type Column, type Sheet } from '../../money/receipts/index.ts';
import type { TransactionAbout } from './list-about.ts';

/** Maximum number of transactions in the document. The CSV file has them all. */
const TRANSACTIONS_AT_MOST = 500;

/** Columns of a CSV file of transactions about one person or shop. */
export const CSV_COLUMNS_ABOUT: CsvColumn<TransactionAbout>[] = [
  ['Transaction ID', (one) => shortReference(one.transactionId)],
  ['Date', (one) => nairobiDay(new Date(one.date))],
  ['Time', (one) => nairobiTime(new Date(one.date))],
  ['Type', (one) => one.type],
  ['From', (one) => one.from],
  ['To', (one) => one.to],
  ['Amount (KES)', (one) => one.amount],
  ['Fee (KES)', (one) => one.fee],
  ['Status', (one) => one.status],
  ['Refund state', (one) => one.refundState?.replaceAll('_', ' ')],
  ['Receipt', (one) => one.receipt],
  ['Bill reference', (one) => one.billReference],
  ['Id', (one) => one.transactionId],
];

const TRANSACTIONS: Column<TransactionAbout>[] = [
  { heading: 'Date', text: ({ date }) => onPaper(new Date(date), 'moment'), isMuted: true, share: 0.14 },
  {
    heading: 'Type, ID',
    text: ({ type, transactionId, status }) =>
      `${type}, ${shortReference(transactionId)}${status === 'Success' ? '' : `, ${status.toLowerCase()}`}`,
    share: 0.16,
  },
  { heading: 'From', text: ({ from }) => from, share: 0.2 },
  { heading: 'To', text: ({ to }) => to, share: 0.2 },
  {
    heading: 'Receipt, reference',
    text: ({ receipt, billReference }) => [receipt, billReference].filter((text) => text !== '').join(', '),
    share: 0.17,
  },
  { heading: 'Amount', text: ({ amount }) => formatKes(amount), align: 'right', share: 0.13 },
];

/**
 * Draws the table of transactions of a document.
 * @param pages transactions, newest first
 * @returns the y below the table
 */
export async function drawTransactions(
  sheet: Sheet,
  y: number,
  pages: AsyncIterable<TransactionAbout[]>,
): Promise<number> {
  const { shown, count } = await readTransactions(pages);
  const listed =
    count > shown.length ? `the newest ${shown.length} of ${count}; the CSV file has all` : count;
  return drawTable(sheet, y, `Transactions (${listed})`, { columns: TRANSACTIONS, rows: shown });
}

async function readTransactions(
  pages: AsyncIterable<TransactionAbout[]>,
): Promise<{ shown: TransactionAbout[]; count: number }> {
  const shown: TransactionAbout[] = [];
  let count = 0;
  for await (const page of pages) {
    shown.push(...page.slice(0, TRANSACTIONS_AT_MOST - shown.length));
    count += page.length;
  }
  return { shown, count };
}
