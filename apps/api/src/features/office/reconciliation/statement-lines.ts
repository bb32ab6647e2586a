import type { Columns } from './statement-columns.ts';
import { readAmount, readMoment, readSignedAmount } from './statement-cells.ts';

/** One line of an M-PESA statement: a transfer on one of our accounts. */
export type StatementLine = {
  receipt: string;
  kind: 'payment' | 'charge';
  at: Date;
  details: string;
  accountNumber: string;
  /** The receipt of the payment that this line reverses. */
  linkedReceipt?: string | undefined;
  /** Positive for incoming money. */
  changeCents: bigint;
  line?: number;
};

/** A line with the balance after it, if the file has that. */
export type ReadLine = StatementLine & { balanceCents?: bigint };

/** A cell that cannot be read, and what to write there. */
export type CellFault = { heading: string | undefined; fault: string };

/**
 * Parses a line. Returns `undefined` for a payment that M-PESA did not complete, and a fault for an unreadable line.
 * @param headings texts of the headings, to name a column
 */
export function readLine(
  cells: readonly string[],
  { columns, headings }: { columns: Columns; headings: readonly string[] },
  line: number,
): ReadLine | CellFault | undefined {
  const cell = (column: keyof Columns) => (cells[columns[column] ?? -1] ?? '').trim();
  const faultIn = (column: keyof Columns, fault: string): CellFault => ({
    heading: headings[columns[column] ?? -1],
    fault: cell(column) === '' ? `is empty; ${fault}` : `has “${plain(cell(column), 40)}”; ${fault}`,
  });
  const status = cell('status');
  if (status !== '' && status.toLowerCase() !== 'completed') return undefined;
  if (cells.slice(headings.length).some((extra) => extra.trim() !== ''))
    return { heading: undefined, fault: 'has more cells than there are headings' };
  const receipt = cell('receipt').toUpperCase();
  if (!RECEIPT.test(receipt)) return faultIn('receipt', 'M-PESA’s receipt belongs here');
  const at = readMoment(cell('completedAt'));
  if (!at) return faultIn('completedAt', 'write the time as 2026-11-28 14:05:00 or 28/11/2026 14:05');
  const [paidIn, withdrawn] = [readAmount(cell('paidIn')), readAmount(cell('withdrawn'))];
  if (paidIn === undefined) return faultIn('paidIn', 'write the amount as 1,234.50');
  if (withdrawn === undefined) return faultIn('withdrawn', 'write the amount as 1,234.50');
  if (paidIn === 0n && withdrawn === 0n) return { heading: undefined, fault: 'moves no money' };
  if (paidIn !== 0n && withdrawn !== 0n)
    return { heading: undefined, fault: 'has an amount paid in and one withdrawn' };
  const details = plain(cell('details'), 400);
  const balanceCents = cell('balance') === '' ? undefined : readSignedAmount(cell('balance'));
  return {
    receipt,
    kind: isCharge(details) && withdrawn > 0n ? 'charge' : 'payment',
    at,
    details,
    accountNumber: plain(cell('accountNumber'), 100),
    ...withLinkedReceipt(cell('linkedReceipt'), details),
    changeCents: paidIn - withdrawn,
    ...(balanceCents !== undefined && { balanceCents }),
    line,
  };
}

/**
 * True for a row that is no transfer: a total or a disclaimer below the lines. A transfer always has a receipt or a time.
 */
export function isNoTransfer(cells: readonly string[], columns: Columns): boolean {
  const cell = (column: keyof Columns) => (cells[columns[column] ?? -1] ?? '').trim();
  // “DISCLAIMER” has as many letters as a receipt, but receipts have digits.
  const isReceipt = RECEIPT.test(cell('receipt').toUpperCase()) && /\d/u.test(cell('receipt'));
  return !isReceipt && !/\d/u.test(cell('completedAt'));
}

/** Finds the receipt of a reversed payment in its own column, or in the words of a reversal. */
function withLinkedReceipt(cell: string, details: string): Pick<StatementLine, 'linkedReceipt'> {
  if (!/revers/iu.test(details)) return {};
  const own = cell.toUpperCase();
  const words = details.toUpperCase().split(/[^A-Z0-9]+/u);
  // Words of eight letters look like a receipt without digits.
  const linkedReceipt = RECEIPT.test(own)
    ? own
    : words.find((word) => RECEIPT.test(word) && /^[A-Z].*\d/u.test(word));
  return linkedReceipt === undefined ? {} : { linkedReceipt };
}

const RECEIPT = /^[A-Z0-9]{8,20}$/u;

/** True for M-PESA's charge, which has the receipt of its payment. */
function isCharge(details: string): boolean {
  return /\b(?:charges?|fees?|tariff|excise)\b/iu.test(details) && !/\b(?:to|from)\s+254/iu.test(details);
}

export function plain(text: string, mostCharacters: number): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, mostCharacters)
    .toWellFormed();
}
