import type { BookkeepingMap, HandlerAnswer, journal as endpoint, ReportPeriod } from '@zawadi/contract';
import { requireOver } from '../../../platform/db/closed-days.ts';
import type { Db } from '../../../platform/db/database.ts';
import { csvFile, decimals, type CsvColumn } from '../../../platform/csv.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { byDay, daysOf, readDailyTotals, type Total } from '../reports/index.ts';
import { readMap } from './bookkeeping-map.ts';

/** Sums of both sides of one account of the bookkeeping program. */
type Line = { code: string; name: string; debitCents: bigint; creditCents: bigint };
/** The lines of one day. Debits equal credits, because every transfer has both sides. */
export type Journal = { day: string; lines: Line[] };
export type Program = 'quickbooks' | 'xero';

const LINES_OF_ONE_FILE: Record<Program, number> = { quickbooks: Number.POSITIVE_INFINITY, xero: 300 };

/**
 * Reads the journals of a period, one for each day with postings, and the names of unmapped accounts.
 * @throws Refusal `period_invalid`, `day_not_over`
 */
export async function readJournals(
  db: Db,
  period: ReportPeriod,
): Promise<{ journals: Journal[]; unmapped: string[]; map: BookkeepingMap }> {
  daysOf(period);
  await requireOver(db, period.to);
  const [map, totals] = await Promise.all([readMap(db), readDailyTotals(db, period)]);
  const known = new Set(map.accounts.map(({ kind }) => kind));
  const posted = new Set(totals.flatMap(({ debit, credit }) => [debit, credit]));
  const journals = [...byDay(totals)].map(([day, ofDay]) => ({ day, lines: linesOf(map, ofDay) }));
  return { journals, unmapped: [...posted].filter((kind) => !known.has(kind)).toSorted(), map };
}

/** Reads the totals of a period's journals, and which files they fill. */
export async function readJournal(db: Db, period: ReportPeriod): Promise<HandlerAnswer<typeof endpoint>> {
  const { journals, unmapped } = await readJournals(db, period);
  const accounts = addedUp(journals.flatMap(({ lines }) => lines));
  const sumOf = (side: 'debitCents' | 'creditCents') =>
    Number(accounts.reduce((sum, line) => sum + line[side], 0n));
  return {
    accounts: accounts.map(({ code, name, debitCents, creditCents }) => ({
      code,
      name,
      debit: Number(debitCents),
      credit: Number(creditCents),
    })),
    debit: sumOf('debitCents'),
    credit: sumOf('creditCents'),
    journals: journals.length,
    files: { quickbooks: filesOf(journals, 'quickbooks', period), xero: filesOf(journals, 'xero', period) },
    unmapped,
  };
}

/**
 * Exports the journals of a period in a program's import format.
 * @throws Refusal `accounts_unmapped` with their names, `journal_too_long` if a day has more lines than the program
 *   takes at once, and the refusals of `readJournals`
 */
export async function journalCsv(
  db: Db,
  { program, ...period }: ReportPeriod & { program: Program },
): Promise<FileAnswer> {
  const { journals, unmapped, map } = await readJournals(db, period);
  if (unmapped.length > 0) {
    const names = unmapped.join(', ');
    throw new Refusal(
      'accounts_unmapped',
      {},
      `These accounts of the ledger are not mapped: ${names}. Please give them a code and a name in Settings, Bookkeeping.`,
    );
  }
  const rows = journals.flatMap(({ day, lines }) => lines.flatMap((line) => rowsOf(day, line)));
  if (rows.length > LINES_OF_ONE_FILE[program]) throw new Refusal('journal_too_long');
  const name = `journal-${program}-${period.from}-to-${period.to}`;
  return csvFile(name, program === 'xero' ? xeroColumns(map) : QUICKBOOKS_COLUMNS, [rows], {
    isImport: true,
  });
}

/** A row of the file: one side of an account, because neither program accepts a line with debit and credit. */
type Row = { day: string; code: string; name: string; side: 'debit' | 'credit'; amountCents: bigint };

/** Formats a day as `dd/mm/yyyy`, which both programs read in Kenya. */
const dateOf = ({ day }: Row) => day.split('-').toReversed().join('/');
const numberOf = ({ day }: Row) => `ZW-${day.replaceAll('-', '')}`;
const describe = ({ day }: Row) => `Zawadi, day ${day}`;

/**
 * QuickBooks Online, *Import journal entries*, as of November 2026. Rows with one journal number form one journal.
 * Accounts are matched by name, with account numbers switched off during the import.
 * https://quickbooks.intuit.com/learn-support/en-au/help-article/import-export-files/import-journal-entries-quickbooks-online/L4tQBwbs7_AU_en_AU
 */
const QUICKBOOKS_COLUMNS: CsvColumn<Row>[] = [
  ['Journal No.', numberOf],
  ['Journal Date', dateOf],
  ['Account Name', ({ name }) => name],
  ['Debits', ({ side, amountCents }) => (side === 'debit' ? decimals(amountCents) : '')],
  ['Credits', ({ side, amountCents }) => (side === 'credit' ? decimals(amountCents) : '')],
  ['Description', describe],
];

/**
 * Xero, *Manual journals*, *Import*, as of November 2026. Rows with one narration and date form one journal. Debits
 * are positive and credits negative. One file has at most 300 lines. Starred columns are required.
 * https://help.xero.com/nz/ManualJournalsImport
 */
function xeroColumns({ xeroTaxRate }: BookkeepingMap): CsvColumn<Row>[] {
  return [
    ['*Narration', describe],
    ['*Date', dateOf],
    ['Description', ({ name }) => name],
    ['*AccountCode', ({ code }) => code],
    ['*TaxRate', () => xeroTaxRate],
    ['*Amount', ({ side, amountCents }) => decimals(side === 'debit' ? amountCents : -amountCents)],
    ['TrackingName1', () => ''],
    ['TrackingOption1', () => ''],
    ['TrackingName2', () => ''],
    ['TrackingOption2', () => ''],
  ];
}

function rowsOf(day: string, { code, name, debitCents, creditCents }: Line): Row[] {
  const of = { day, code, name };
  return [
    ...(debitCents > 0n ? [{ ...of, side: 'debit' as const, amountCents: debitCents }] : []),
    ...(creditCents > 0n ? [{ ...of, side: 'credit' as const, amountCents: creditCents }] : []),
  ];
}

/** Several kinds of ledger accounts may map to one account of the program. */
function linesOf({ accounts }: BookkeepingMap, totals: readonly Total[]): Line[] {
  const sumOf = (kind: string, side: 'debit' | 'credit') =>
    totals.reduce((sum, total) => sum + (total[side] === kind ? total.amountCents : 0n), 0n);
  const lines = accounts.map(({ kind, code, name }) => ({
    code,
    name,
    debitCents: sumOf(kind, 'debit'),
    creditCents: sumOf(kind, 'credit'),
  }));
  return addedUp(lines);
}

/** Sums the lines of each account, sorted by code; omits accounts without postings. */
function addedUp(lines: readonly Line[]): Line[] {
  const sums = new Map<string, Line>();
  for (const line of lines) {
    const before = sums.get(line.code);
    sums.set(line.code, {
      ...line,
      debitCents: line.debitCents + (before?.debitCents ?? 0n),
      creditCents: line.creditCents + (before?.creditCents ?? 0n),
    });
  }
  return [...sums.values()]
    .filter(({ debitCents, creditCents }) => debitCents + creditCents > 0n)
    .toSorted((one, other) => one.code.localeCompare(other.code, 'en'));
}

/** Splits a period into as many files as needed; a day is never split. */
export function filesOf(
  journals: readonly Journal[],
  program: Program,
  period: ReportPeriod,
): (ReportPeriod & { lines: number })[] {
  const files: (ReportPeriod & { lines: number })[] = [];
  for (const { day, lines } of journals) {
    const added = lines.flatMap((line) => rowsOf(day, line)).length;
    const last = files.at(-1);
    if (last && last.lines + added <= LINES_OF_ONE_FILE[program]) {
      last.to = day;
      last.lines += added;
    } else files.push({ from: day, to: day, lines: added });
  }
  const only = files.length === 1 ? files[0] : undefined;
  return only ? [{ ...period, lines: only.lines }] : files;
}
