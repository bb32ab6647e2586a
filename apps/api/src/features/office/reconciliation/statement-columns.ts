/** Fields of a statement, with the headings that M-PESA and spreadsheets use for each. */
const headings = {
  receipt: ['receiptno', 'receiptnumber', 'receipt', 'transactionid', 'mpesareceiptnumber'],
  completedAt: ['completiontime', 'completiondate', 'completedtime', 'transactiondate', 'date'],
  details: ['details', 'description', 'transactiondetails', 'particulars'],
  status: ['transactionstatus', 'status'],
  paidIn: ['paidin', 'credit', 'moneyin', 'deposit'],
  withdrawn: ['withdrawn', 'withdrawal', 'withdraw', 'debit', 'moneyout', 'paidout'],
  balance: ['balance', 'runningbalance'],
  linkedReceipt: ['linkedtransactionid', 'linkedtransaction'],
  accountNumber: ['acno', 'accountno', 'accountnumber', 'billrefnumber', 'billreference'],
} as const;

type Column = keyof typeof headings;
export type Columns = Partial<Record<Column, number>>;

const needed: readonly Column[] = ['receipt', 'completedAt', 'details', 'paidIn', 'withdrawn'];

/**
 * Finds the columns of a statement.
 * @returns the index of each field's cell; undefined if these cells are not the headings of a statement
 */
export function readHeadings(cells: readonly string[]): Columns | undefined {
  const words = cells.map(wordOf);
  const columns: Columns = {};
  for (const [column, names] of Object.entries(headings) as [Column, readonly string[]][]) {
    const at = words.findIndex((word) => names.includes(word));
    if (at >= 0) columns[column] = at;
  }
  return needed.every((column) => columns[column] !== undefined) ? columns : undefined;
}

/** Normalises a heading: `Receipt No.` and `RECEIPT_NO` are the same. */
export function wordOf(cell: string): string {
  return cell.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');
}
