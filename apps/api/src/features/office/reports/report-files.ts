import type { ReportName, ReportPeriod } from '@zawadi/contract';
import { csvFile, decimals, type CsvColumn } from '../../../platform/csv.ts';
import type { Deps } from '../../../config/deps.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { onPaper, periodOnPaper, signedKes, tableDocument, type Column } from '../../money/receipts/index.ts';
import { readTable } from './report-tables.ts';
import type { Cell, Table } from './table.ts';

type FileDeps = Pick<Deps, 'db' | 'clock' | 'log'>;
type Wanted = ReportPeriod & { report: ReportName };

/** Reports of the current state, which have no period. The trial balance shows the end of the period's last day. */
const OF_NOW: ReadonlySet<ReportName> = new Set(['owed']);

/** @throws Refusal `period_invalid` */
export async function reportCsv({ db, clock }: FileDeps, { report, ...period }: Wanted): Promise<FileAnswer> {
  const { headings, rows } = await readTable(db, { report, ...period, now: clock.now() });
  const columns = headings.map((heading, index): CsvColumn<Table['rows'][number]> => [
    heading,
    (row) => textOf(row[index] ?? '', 'plain'),
  ]);
  const when = OF_NOW.has(report) ? nairobiDay(clock.now()) : daysIn(report, period);
  return csvFile(`${report}-${when}`, columns, [rows]);
}

/** @throws Refusal `period_invalid` */
export async function reportPdf(deps: FileDeps, { report, ...period }: Wanted): Promise<FileAnswer> {
  const now = deps.clock.now();
  const table = await readTable(deps.db, { report, ...period, now });
  const today = nairobiDay(now);
  const when = periodOnPaper(daysOfPaper(report, period, today));
  const { title, headings, rows, summary, isOfNow } = onPage(table);
  return new FileAnswer({
    contentType: 'application/pdf',
    fileName: `${report}-${OF_NOW.has(report) ? today : daysIn(report, period)}.pdf`,
    content: tableDocument(deps, {
      title: ['Report', when],
      name: title,
      subtitle: '',
      facts: [
        ...(isOfNow ? [['As of', onPaper(now, 'moment')] as const] : []),
        ...summary.map(([label, value]) => [label, textOf(value, 'shown')] as const),
      ],
      columns: headings.map((heading, index) => columnOf(heading, index, rows)),
      pages: [rows],
    }),
  });
}

/** Formats the period as part of a file name. */
function daysIn(report: ReportName, { from, to }: ReportPeriod): string {
  return report === 'trial-balance' ? to : `${from}-to-${to}`;
}

function daysOfPaper(report: ReportName, period: ReportPeriod, today: string): ReportPeriod {
  if (OF_NOW.has(report)) return { from: today, to: today };
  return report === 'trial-balance' ? { from: period.to, to: period.to } : period;
}

/** Aligns columns of numbers at the right edge. */
function columnOf(heading: string, index: number, rows: Table['rows']): Column<Table['rows'][number]> {
  const isOfFigures = heading === 'Share %' || rows.some((row) => typeof row[index] !== 'string');
  return {
    heading,
    text: (row) => textOf(row[index] ?? '', 'shown'),
    ...(isOfFigures && { align: 'right' }),
    ...(heading === 'Account' && { share: 0.4 }),
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/u;

/** Omits columns that do not fit on a page, and columns whose values are above the table. */
function onPage({ notOnPaper = [], ...table }: Table): Table {
  const isShown = (index: number) => !notOnPaper.includes(table.headings[index] ?? '');
  const hasAmounts = (index: number) => table.rows.some((row) => typeof row[index] === 'object');
  return {
    ...table,
    // Amounts in a PDF include their currency, so the heading needs none.
    headings: table.headings
      .map((heading, index) => (hasAmounts(index) ? heading.replace(/ KES$/u, '') : heading))
      .filter((_, index) => isShown(index)),
    rows: table.rows.map((row) => row.filter((_, index) => isShown(index))),
  };
}

/** Formats a cell for a spreadsheet (`plain`) or for readers (`shown`). */
function textOf(cell: Cell, style: 'plain' | 'shown'): string {
  if (typeof cell === 'object') return style === 'plain' ? plainAmount(cell) : shownAmount(cell);
  if (style === 'plain') return String(cell);
  if (typeof cell === 'number') return cell.toLocaleString('en-KE');
  return DAY.test(cell) ? onPaper(beginningOfNairobiDay(cell), 'day') : cell;
}

type Amount = Exclude<Cell, string | number>;

function plainAmount(cell: Amount): string {
  return 'cents' in cell ? decimals(cell.cents) : String(cell.kes);
}

function shownAmount(cell: Amount): string {
  if ('kes' in cell) return signedKes(cell.kes);
  const size = Math.abs(Number(cell.cents) / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 });
  return `${cell.cents < 0n ? '\u2212\u00a0' : ''}KES\u00a0${size}`;
}
