import { createHash } from 'node:crypto';
import type { ReconciliationRun, StatementAccount } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { DAY_MS, SECOND_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { hasSeparateShortCodes, type PaymentDeps } from '../../mpesa/client/index.ts';
import { compareStatement } from './compare-statement.ts';
import { readRun } from './read-run.ts';
import { findRunOfFile, type StatementBalances } from './run-store.ts';
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

type Statement = {
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

const MOST_FAULTS = 20;
/**
 * Limits of a file. A real statement has a dozen lines above its headings. Below them it usually has ten thousand
 * lines, or a hundred thousand for a busy day.
 */
const MOST_LINES_ABOVE = 200;
const MOST_LINES = 120_000;
/** Totals and disclaimers below the lines. More rows are lines in a form that we cannot read. */
const MOST_BELOW = 10;
const TOO_MANY_LINES = `This file has more than ${MOST_LINES.toLocaleString('en')} lines; please choose fewer days`;

const PERIOD = /^from\s+(.+?)\s+to\s+(.+)$/iu;

type Upload = {
  account: StatementAccount;
  file: Blob;
  fileName: string;
  /** First and last day, in Nairobi, both inclusive. */
  from: string | undefined;
  to: string | undefined;
  auditor: Auditor;
};

/**
 * Compares a statement downloaded from M-PESA's portal with our ledger. Uploading the same file again returns the same
 * run.
 * @throws Refusal statement_unreadable, statement_of_another_account, statement_of_another_period
 */
export async function uploadStatement(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'mpesaShortCode' | 'mpesaPayoutShortCode'>,
  { account, file, fileName, auditor, ...days }: Upload,
): Promise<ReconciliationRun> {
  const statement = await readStatement(file);
  checkOwner(deps, account, statement);
  const period = periodOf(statement, days);
  const id = newId();
  // A statement of today ends with its last line: M-PESA has made the file before the end of its period.
  const isUnfinished = period.to > deps.clock.now();
  const unshown = isUnfinished ? { from: period.from, to: endOfLines(statement, period.from) } : period;
  const isNew = await inTransaction(deps.db, (tx) =>
    compareStatement(
      tx,
      {
        id,
        account,
        source: 'upload',
        fileName,
        fileHash: statement.hash,
        ...period,
        unshown,
        balances: balancesOf(statement, unshown.to),
        repeatedLines: statement.repeatedLines,
        uncompletedLines: statement.uncompletedLines,
        statementLines: statement.lines,
      },
      auditor,
    ),
  );
  const runId = isNew ? id : await findRunOfFile(deps.db, { account, hash: statement.hash });
  return readRun(deps.db, runId ?? id);
}

function checkOwner(
  deps: Pick<PaymentDeps, 'mpesaShortCode' | 'mpesaPayoutShortCode'>,
  account: StatementAccount,
  statement: Statement,
): void {
  const shortCode = account === 'collection' ? deps.mpesaShortCode : deps.mpesaPayoutShortCode;
  const isAnotherCode = statement.shortCode !== undefined && statement.shortCode !== shortCode;
  // If a short code only collects, all its money belongs to collection, whatever M-PESA calls its accounts.
  const isTold = account === 'collection' && hasSeparateShortCodes(deps) && statement.shortCode === shortCode;
  const isAnotherAccount = !isTold && statement.account !== undefined && statement.account !== account;
  if (isAnotherCode || isAnotherAccount) throw new Refusal('statement_of_another_account');
}

/**
 * Returns the period that the file states; otherwise the chosen days; otherwise the time from its first line to its
 * last.
 */
function periodOf(statement: Statement, days: Pick<Upload, 'from' | 'to'>): { from: Date; to: Date } {
  const moments = statement.lines.map(({ at }) => at.getTime());
  const chosen = {
    from: days.from === undefined ? undefined : beginningOfNairobiDay(days.from),
    to: days.to === undefined ? undefined : new Date(beginningOfNairobiDay(days.to).getTime() + DAY_MS),
  };
  const first = moments.reduce((earliest, at) => Math.min(earliest, at), Infinity);
  const last = moments.reduce((latest, at) => Math.max(latest, at), -Infinity);
  const from = statement.from ?? chosen.from ?? dateOf(first);
  const to = statement.to ?? chosen.to ?? dateOf(last + 1_000);
  if (!from || !to)
    throw new Refusal('statement_of_another_period', {}, 'Please choose the days of this statement');
  const isOutside = moments.length > 0 && (first < from.getTime() || last >= to.getTime() + 1_000);
  const isOther =
    (chosen.from && from > chosen.from) || (chosen.to && to.getTime() + 1_000 < chosen.to.getTime());
  if (from >= to || isOutside || isOther) throw new Refusal('statement_of_another_period');
  return { from, to };
}

function balancesOf({ opening, closing }: Statement, closesAt: Date): StatementBalances | undefined {
  if (opening === undefined || closing === undefined) return undefined;
  return { openingCents: opening, closingCents: closing, closesAt };
}

function endOfLines({ lines }: Statement, from: Date): Date {
  return new Date(lines.reduce((end, { at }) => Math.max(end, at.getTime() + SECOND_MS), from.getTime()));
}

function dateOf(ms: number): Date | undefined {
  return Number.isFinite(ms) ? new Date(ms) : undefined;
}

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
  for await (const row of readRows(file, hash)) {
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

function describeFault(line: number, { heading, fault }: CellFault): { path: string; message: string } {
  const column = heading === undefined ? '' : `, column “${heading}”,`;
  return { path: `line ${line}`, message: `Line ${line}${column} ${fault}` };
}

/** Whether JSON can carry the sums of incoming and outgoing cents exactly. */
function fitsInJson(lines: readonly StatementLine[]): boolean {
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
