import { createHash } from 'node:crypto';
import type { StatementAccount } from '@zawadi/contract';
import { missingLines } from './prove-balances.ts';
import { readMoment, readSignedAmount } from './statement-cells.ts';
import { readHeadings, wordOf, type Columns } from './statement-columns.ts';
import {
  isNoTransfer,
  readLine,
  type CellFault,
  type ReadLine,
  type StatementLine,
} from './statement-lines.ts';
import { readRows, unreadable, type StatementRow } from './statement-rows.ts';

export type Statement = {
  hash: Buffer;
  lines: StatementLine[];
  repeatedLines: number;
  uncompletedLines: number;
  /** Details of the statement, from the lines above its headings. */
  shortCode?: string;
  account?: StatementAccount | 'another';
  from?: Date;
  to?: Date;
  /** Balances in cents before the first and after the last transfer of the period. */
  opening?: bigint;
  closing?: bigint;
};

export const MOST_FAULTS = 20;
/**
 * Limits of a file. A real statement has a dozen lines above its headings. Below them it usually has ten thousand
 * lines, or a hundred thousand for a busy day.
 */
export const MOST_LINES_ABOVE = 200;
export const MOST_LINES = 120_000;
/** Totals and disclaimers below the lines. More rows are lines in a form that we cannot read. */
const MOST_BELOW = 10;
export const TOO_MANY_LINES = `This file has more than ${MOST_LINES.toLocaleString('en')} lines; please choose fewer days`;

const PERIOD = /^from\s+(.+?)\s+to\s+(.+)$/iu;

/**
 * Parses an organisation statement of M-PESA: a few lines of details, headings, one line per transfer, and perhaps
 * totals below. All or nothing.
 * @throws Refusal statement_unreadable, naming up to 20 lines
 */
export async function readStatement(file: Blob): Promise<Statement> {
  const hash = createHash('sha256');
  const lines: ReadLine[] = [];
  const found: Omit<Statement, 'hash'> = { lines, repeatedLines: 0, uncompletedLines: 0 };
  const faults: { path: string; message: string }[] = [];
  const seen = new Set<string>();
  let table: { columns: Columns; headings: string[] } | undefined;
  let belowLines: StatementRow[] = [];
  for await (const row of readRows(file, {
    hash,
    hasHeadings: (cells) => readHeadings(cells) !== undefined,
  })) {
    if (!table) {
      if (row.line > MOST_LINES_ABOVE) break;
      const columns = readHeadings(row.cells);
      if (columns) table = { columns, headings: row.cells };
      else readPreamble(row.cells, found);
      continue;
    }
    if (row.line > MOST_LINES) throw unreadable([{ path: 'file', message: TOO_MANY_LINES }]);
    if (isNoTransfer(row.cells, table.columns)) {
      belowLines.push(row);
      continue;
    }
    // A row without receipt and time between two transfers is no total.
    for (const other of [...belowLines, row]) {
      const line = readLine(other.cells, table, other.line);
      if (line === undefined) found.uncompletedLines += 1;
      else if ('fault' in line) faults.push(describeFault(other.line, line));
      else if (isRepeated(seen, line)) found.repeatedLines += 1;
      else lines.push(line);
    }
    belowLines = [];
    if (faults.length >= MOST_FAULTS) break;
  }
  if (table && belowLines.length > MOST_BELOW) {
    for (const { cells, line } of belowLines.slice(0, MOST_FAULTS)) {
      const fault = readLine(cells, table, line);
      if (fault && 'fault' in fault) faults.push(describeFault(line, fault));
    }
  }
  if (!table)
    throw unreadable([{ path: 'file', message: 'The headings of a statement are not in this file' }]);
  if (faults.length > 0) throw unreadable(faults.slice(0, MOST_FAULTS));
  if (!fitsInJson(found.lines)) {
    throw unreadable([{ path: 'file', message: 'The amounts of this statement are larger than any can be' }]);
  }
  const missing = missingLines({ ...found, lines });
  if (missing) throw unreadable([missing]);
  return {
    ...found,
    lines: lines.map(({ balanceCents: _balanceCents, ...line }) => line),
    hash: hash.digest(),
  };
}

export function describeFault(
  line: number,
  { heading, fault }: CellFault,
): { path: string; message: string } {
  const column = heading === undefined ? '' : `, column “${heading}”,`;
  return { path: `line ${line}`, message: `Line ${line}${column} ${fault}` };
}

/** Whether JSON can carry the sums of incoming and outgoing cents exactly. */
export function fitsInJson(lines: readonly StatementLine[]): boolean {
  const sums = { paidIn: 0n, withdrawn: 0n };
  for (const { changeCents } of lines) {
    if (changeCents > 0n) sums.paidIn += changeCents;
    else sums.withdrawn -= changeCents;
  }
  return Object.values(sums).every((cents) => cents <= BigInt(Number.MAX_SAFE_INTEGER));
}

/** True if the whole line is the same, from overlapping downloads or a copy in a spreadsheet. */
function isRepeated(seen: Set<string>, line: StatementLine): boolean {
  const { receipt, at, details, changeCents } = line;
  const words = [receipt, at.toISOString(), details, String(changeCents)].join('\n');
  if (seen.has(words)) return true;
  seen.add(words);
  return false;
}

function readPreamble([name = '', value = '']: string[], found: Omit<Statement, 'hash'>): void {
  const word = wordOf(name);
  if (word === 'shortcode' || word === 'organizationshortcode') found.shortCode = value;
  if (word === 'account' || word === 'accounttype' || word === 'accountname')
    found.account = accountNamed(value);
  if (word === 'openingbalance') found.opening = readSignedAmount(value);
  if (word === 'closingbalance') found.closing = readSignedAmount(value);
  if (word === 'timeperiod' || word === 'statementperiod') {
    const [, from, to] = PERIOD.exec(value) ?? [];
    if (from) found.from = readMoment(from);
    if (to) found.to = readMoment(to);
  }
}

function accountNamed(name: string): StatementAccount | 'another' {
  if (/utility|bulk/iu.test(name)) return 'utility';
  if (/merchant|collection|mmf/iu.test(name)) return 'collection';
  return /working/iu.test(name) ? 'working' : 'another';
}
