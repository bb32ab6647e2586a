import type { Columns } from './statement-columns.ts';
import { readAmount, readMoment } from './statement-cells.ts';

/** One transfer on one of our accounts, as M-PESA states it. */
export type StatementLine = {
  receipt: string;
  kind: 'payment' | 'charge';
  at: Date;
  details: string;
  accountNumber: string;
  /** Positive when money came in. */
  changeCents: bigint;
  line?: number;
};

/**
 * Parses a line. Returns `undefined` for a payment that M-PESA did not complete, and a sentence for an unreadable
 * line.
 */
export function readLine(
  cells: readonly string[],
  columns: Columns,
  line: number,
): StatementLine | string | undefined {
  const cell = (column: keyof Columns) => (cells[columns[column] ?? -1] ?? '').trim();
  const status = cell('status');
  if (status !== '' && status.toLowerCase() !== 'completed') return undefined;
  const receipt = cell('receipt').toUpperCase();
  if (!/^[A-Z0-9]{8,20}$/u.test(receipt)) return 'has no receipt';
  const at = readMoment(cell('completedAt'));
  if (!at) return 'has no completion time';
  const paidIn = readAmount(cell('paidIn'));
  const withdrawn = readAmount(cell('withdrawn'));
  if (paidIn === undefined || withdrawn === undefined) return 'has an amount that is no amount';
  if (paidIn === 0n && withdrawn === 0n) return 'moves no money';
  if (paidIn !== 0n && withdrawn !== 0n) return 'is paid in and withdrawn at once';
  const details = plain(cell('details'), 400);
  return {
    receipt,
    kind: isCharge(details) && withdrawn > 0n ? 'charge' : 'payment',
    at,
    details,
    accountNumber: plain(cell('accountNumber'), 100),
    changeCents: paidIn - withdrawn,
    line,
  };
}

/** True for M-PESA's charge, which has the receipt of its payment. */
function isCharge(details: string): boolean {
  return /\b(?:charges?|fees?|tariff|excise)\b/iu.test(details) && !/\b(?:to|from)\s+254/iu.test(details);
}

function plain(text: string, mostCharacters: number): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, mostCharacters)
    .toWellFormed();
}
