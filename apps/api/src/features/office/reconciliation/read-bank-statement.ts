import { createHash } from 'node:crypto';
import type { BankColumns } from '@zawadi/contract';
import { DAY_MS, SECOND_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readBankHeadings, type Fields } from './bank-columns.ts';
import { readBankLine, withKeys, type BankLine } from './bank-lines.ts';
import { missingLines, provedBalances } from './prove-balances.ts';
import {
  describeFault,
  fitsInJson,
  MOST_FAULTS,
  MOST_LINES,
  MOST_LINES_ABOVE,
  TOO_MANY_LINES,
  type Statement,
} from './read-statement.ts';
import { readMoment, readSignedAmount } from './statement-cells.ts';
import { wordOf } from './statement-columns.ts';
import type { ReadLine } from './statement-lines.ts';
import { readRows, unreadable, type StatementRow } from './statement-rows.ts';

const DAY_TEXT = String.raw`\d{1,4}[-/. ][A-Za-z\d]{1,9}[-/., ]+\d{2,4}`;
const DAYS = new RegExp(String.raw`(${DAY_TEXT})\D*?(?:to|-|–|until)\s*(${DAY_TEXT})`, 'iu');

type Found = Pick<Statement, 'from' | 'to' | 'opening' | 'closing'>;

/**
 * Parses the statement of a bank account: details, headings, one line per transfer with the balance after it, and
 * perhaps totals below. All or nothing.
 * @param chosen headings that the administrator chose
 * @throws Refusal statement_unreadable, naming up to 20 lines; statement_columns_unknown, naming the headings
 */
export async function readBankStatement(file: Blob, chosen: BankColumns): Promise<Statement> {
  const hash = createHash('sha256');
  const read: BankLine[] = [];
  const found: Found = {};
  const faults: { path: string; message: string }[] = [];
  const above: StatementRow[] = [];
  let table: { fields: Fields; headings: string[] } | undefined;
  const hasHeadings = (cells: readonly string[]) => readBankHeadings(cells, chosen) !== undefined;
  for await (const row of readRows(file, { hash, hasHeadings })) {
    if (!table) {
      if (row.line > MOST_LINES_ABOVE) break;
      const fields = readBankHeadings(row.cells, chosen);
      if (fields) table = { fields, headings: row.cells };
      else {
        above.push(row);
        readPreamble(row.cells, found);
      }
      continue;
    }
    if (row.line > MOST_LINES) throw unreadable([{ path: 'file', message: TOO_MANY_LINES }]);
    const line = readBankLine(row.cells, table, row.line);
    if ('fault' in line) faults.push(describeFault(row.line, line));
    else if ('receipt' in line) read.push(line);
    else Object.assign(found, line);
    if (faults.length >= MOST_FAULTS) break;
  }
  if (!table) throw columnsUnknown(above);
  if (faults.length > 0) throw unreadable(faults);
  const lines = withKeys(withSigns(found, read));
  if (!fitsInJson(lines))
    throw unreadable([{ path: 'file', message: 'The amounts of this statement are larger than any can be' }]);
  return { ...proved(found, lines), ...periodIn(found), ...asStatement(lines), hash: hash.digest() };
}

function asStatement(lines: readonly ReadLine[]) {
  return {
    lines: lines.map(({ balanceCents: _balanceCents, ...line }) => line),
    repeatedLines: 0,
    uncompletedLines: 0,
  };
}

/**
 * Reads minuses of debits in the way that the balances prove. Without an opening balance, they prove nothing about the
 * oldest line.
 * @throws Refusal statement_unreadable if both ways fit the balances
 */
function withSigns(found: Found, read: readonly BankLine[]): ReadLine[] {
  const plainly = read.map(({ signedCents: _signedCents, ...line }) => line);
  const withMinus = read.find(({ changeCents, signedCents }) => changeCents !== signedCents);
  if (!withMinus) return plainly;
  const signed = read.map(({ signedCents, ...line }) => ({ ...line, changeCents: signedCents }));
  if (faultOf(found, signed)) return plainly;
  if (faultOf(found, plainly)) return signed;
  const { line } = withMinus;
  const message = `The balances do not prove whether the debit of line ${line} was paid or taken back. Please download the statement with its opening balance, or from an earlier day`;
  throw unreadable([{ path: `line ${line}`, message }]);
}

/** A bank's statement must prove that it is whole, because the bank cannot be asked. */
function proved(found: Found, lines: readonly ReadLine[]): Pick<Statement, 'opening' | 'closing'> {
  const missing = faultOf(found, lines);
  if (missing) throw unreadable([missing]);
  return balancesOf(found, lines) ?? {};
}

/** Returns why the balances prove that lines are missing or changed. */
function faultOf(found: Found, lines: readonly ReadLine[]) {
  return (
    missingLines({ ...found, lines, isRunning: true }) ??
    missingLines({
      ...balancesOf(found, lines),
      ...(found.closing !== undefined && { closing: found.closing }),
      lines,
    })
  );
}

function balancesOf(found: Found, lines: readonly ReadLine[]) {
  return lines.length === 0 ? balancesOfNone(found) : provedBalances(lines);
}

function balancesOfNone({ opening, closing }: Found) {
  const balance = opening ?? closing;
  return balance === undefined ? {} : { opening: balance, closing: balance };
}

/** Banks state days, so a period without a time ends after its last day. */
function periodIn({ from, to }: Found): Pick<Statement, 'from' | 'to'> {
  if (!from || !to) return {};
  const isDay = beginningOfNairobiDay(nairobiDay(to)).getTime() === to.getTime();
  return { from, to: new Date(to.getTime() + (isDay ? DAY_MS : SECOND_MS)) };
}

function readPreamble(cells: readonly string[], found: Found): void {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [name = ''] = texts;
  const word = wordOf(name.split(':')[0] ?? '');
  const value = texts.length > 1 ? (texts.at(-1) ?? '') : (name.split(':')[1] ?? '');
  if (/^(?:openingbalance|balance(?:brought|b)f)/u.test(word)) found.opening = readSignedAmount(value);
  if (/^(?:closingbalance|balance(?:carried|c)f)/u.test(word)) found.closing = readSignedAmount(value);
  if (/^(?:from|fromdate|startdate)$/u.test(word)) found.from = readMoment(value);
  if (/^(?:to|todate|enddate)$/u.test(word)) found.to = readMoment(value);
  const [, from, to] = /period|statement|from/iu.test(name) ? (DAYS.exec(texts.join(' ')) ?? []) : [];
  if (from !== undefined && to !== undefined)
    Object.assign(found, { from: readMoment(from), to: readMoment(to) });
}

/** Names the headings, so that the administrator can say what each column is. */
function columnsUnknown(rows: readonly StatementRow[]): Refusal {
  const isOfLine = ({ cells }: StatementRow) =>
    cells.some((cell) => readMoment(cell) !== undefined) &&
    cells.filter((cell) => /\d/u.test(cell) && readSignedAmount(cell) !== undefined).length > 1;
  const first = rows.findIndex(isOfLine);
  const headings = rows
    .slice(0, Math.max(first, 0))
    .findLast(({ cells }) => cells.filter(Boolean).length >= 4);
  if (!headings)
    return unreadable([{ path: 'file', message: 'The headings of a bank’s statement are not in this file' }]);
  const fields = headings.cells
    .filter((cell) => cell.trim() !== '')
    .map((cell) => ({ path: 'column', message: cell.trim().slice(0, 200) }));
  return new Refusal('statement_columns_unknown', { fields });
}
