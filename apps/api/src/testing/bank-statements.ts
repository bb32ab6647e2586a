/** A line of a bank account, oldest first. */
export type BankRow = {
  /** Day in Nairobi. */
  day: string;
  details: string;
  reference: string;
  /** Positive for incoming money. */
  cents: number;
};

type Period = {
  openingCents?: number;
  /** First and last day, if the statement says them. */
  from?: string;
  until?: string;
};

const BANK_HEADINGS = [
  'Transaction Date',
  'Value Date',
  'Transaction Details',
  'Reference',
  'Debit',
  'Credit',
  'Balance',
];

/** Makes the cells of a bank's statement, like one of KCB, Equity or Co-operative Bank. */
export function bankCellsOf(
  rows: readonly BankRow[],
  { openingCents = 0, from, until }: Period = {},
): string[][] {
  let balance = openingCents;
  const lines = rows.map(({ day, details, reference, cents }) => {
    balance += cents;
    const written = day.split('-').toReversed().join('/');
    const [debit, credit] = cents < 0 ? [money(-cents), ''] : ['', money(cents)];
    return [written, written, details, reference, debit, credit, money(balance)];
  });
  return [
    ['Account Number:', '1234567890'],
    ...(from !== undefined && until !== undefined ? [['Statement Period:', `${from} to ${until}`]] : []),
    ['Opening Balance:', money(openingCents)],
    BANK_HEADINGS,
    ...lines,
    ['', '', 'Closing balance', '', '', '', money(balance)],
  ];
}

/** Makes a bank's statement as CSV. */
export function bankStatementOf(rows: readonly BankRow[], period: Period = {}): string {
  return bankCellsOf(rows, period)
    .map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(','))
    .join('\r\n');
}

function money(cents: number): string {
  return (cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 });
}
