import { createHash } from 'node:crypto';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import type { Fields } from './bank-columns.ts';
import { centsToText, readAmount, readMoment, readSignedAmount } from './statement-cells.ts';
import { plain, type CellFault, type ReadLine } from './statement-lines.ts';

type Table = { fields: Fields; headings: readonly string[] };

/** A row of a bank's statement that is no transfer: a balance, or words. */
type OtherRow = { opening?: bigint; closing?: bigint };

const OPENING = /\b(?:opening|brought\s+forward|b\/f|b\.f)/iu;
const CLOSING = /\b(?:closing|carried\s+forward|c\/f|c\.f)/iu;
const TOTAL = /^(?:grand\s+)?totals?\b/iu;

/**
 * A line of a bank's statement. Most banks write a debit with a minus or without one. Others write a minus before a debit
 * that they took back: then the line's change is `signedCents`.
 */
export type BankLine = ReadLine & { signedCents: bigint };

/** Parses a row below the headings of a bank's statement. Its receipt is empty until `withKeys`. */
export function readBankLine(
  cells: readonly string[],
  { fields, headings }: Table,
  line: number,
): BankLine | CellFault | OtherRow {
  const cell = (field: keyof Fields) => (cells[fields[field] ?? -1] ?? '').trim();
  const faultIn = (field: keyof Fields, fault: string): CellFault => ({
    heading: headings[fields[field] ?? -1],
    fault: cell(field) === '' ? `is empty; ${fault}` : `has “${plain(cell(field), 40)}”; ${fault}`,
  });
  // A payee may be called Total.
  if (!readMoment(cell('date')) && cells.some((text) => TOTAL.test(text.trim()))) return {};
  const change = changeIn(cell, fields);
  if (typeof change === 'string') return faultIn(change, 'write the amount as 1,234.50');
  const balanceCents = cell('balance') === '' ? undefined : readSignedAmount(cell('balance'));
  const details = plain(cell('details'), 400);
  if (change.changeCents === 0n) return balanceRow([details, ...cells].join(' '), balanceCents);
  const at = readMoment(cell('date'));
  if (!at) return faultIn('date', 'write the day as 28/11/2026 or 28-Nov-2026');
  if (balanceCents === undefined) return faultIn('balance', 'the balance after the line belongs here');
  const reference = plain(cell('reference'), 100);
  return {
    receipt: '',
    kind: 'payment',
    at,
    details,
    accountNumber: reference,
    ...change,
    balanceCents,
    line,
  };
}

type Change = Pick<BankLine, 'changeCents' | 'signedCents'>;

/** Reads the amount, positive for incoming money, or returns the field that has none. */
function changeIn(cell: (field: keyof Fields) => string, fields: Fields): Change | keyof Fields {
  if (fields.debit === undefined || fields.credit === undefined) {
    const changeCents = readSignedAmount(cell('amount'));
    return changeCents === undefined ? 'amount' : { changeCents, signedCents: changeCents };
  }
  const [debit, credit] = [readAmount(cell('debit')), readSignedAmount(cell('credit'))];
  if (debit === undefined) return 'debit';
  if (credit === undefined) return 'credit';
  const isBack = cell('debit').startsWith('-');
  return { changeCents: credit - debit, signedCents: credit + (isBack ? debit : -debit) };
}

function balanceRow(words: string, balanceCents: bigint | undefined): OtherRow {
  if (balanceCents === undefined) return {};
  if (OPENING.test(words)) return { opening: balanceCents };
  return CLOSING.test(words) ? { closing: balanceCents } : {};
}

/**
 * Gives each line a key in place of M-PESA's receipt, because banks repeat references and leave them out. The key is the
 * same in every statement that has the line, so that a line counts once.
 */
export function withKeys(lines: readonly ReadLine[]): ReadLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { at, changeCents, accountNumber, details } = line;
    const words = createHash('sha256').update(details).digest('hex').slice(0, 8);
    const key = [nairobiDay(at), centsToText(changeCents), accountNumber, words].join(' ').toUpperCase();
    const place = (seen.get(key) ?? 0) + 1;
    seen.set(key, place);
    return { ...line, receipt: place === 1 ? key : `${key} ${place}` };
  });
}
