import type { ReportName, ReportPeriod } from '@zawadi/contract';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import type { Deps } from '../../../platform/deps.ts';
import { FileAnswer } from '../../../platform/http/file.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { createSheet, drawRow, writePages, type Column } from '../../money/receipts/index.ts';
import { readTable, textOf, type Table } from './tables.ts';

type FileDeps = Pick<Deps, 'db' | 'clock' | 'log'>;
type Wanted = ReportPeriod & { report: ReportName };

/** What is as it is now, whatever the period. */
const OF_NOW: ReadonlySet<ReportName> = new Set(['liability', 'wallets', 'trial-balance']);

/** @throws Refusal `period_invalid` */
export async function reportCsv({ db, clock }: FileDeps, { report, ...period }: Wanted): Promise<FileAnswer> {
  const { headings, rows } = await readTable(db, report, period);
  const columns = headings.map((heading, index): CsvColumn<Table['rows'][number]> => [
    heading,
    (row) => textOf(row[index] ?? '', 'plain'),
  ]);
  return csvFile(`${report}-${nairobiDay(clock.now())}`, columns, [rows]);
}

/** @throws Refusal `period_invalid` */
export async function reportPdf(deps: FileDeps, { report, ...period }: Wanted): Promise<FileAnswer> {
  const table = await readTable(deps.db, report, period);
  const today = nairobiDay(deps.clock.now());
  const when = OF_NOW.has(report) ? today : `${period.from} to ${period.to}`;
  return new FileAnswer({
    contentType: 'application/pdf',
    fileName: `${report}-${today}.pdf`,
    content: draw(deps, report === 'volume' ? withoutCounts(table) : table, when),
  });
}

function draw(deps: FileDeps, table: Table, when: string): PDFKit.PDFDocument {
  const sheet = createSheet({ size: 'A4', title: table.title, language: 'en' });
  const { left, width } = sheet;
  let y = sheet.letterhead(40);
  y = sheet.paragraph(table.title, { x: left, y, width }, { size: 26, face: 'strong' });
  y = sheet.paragraph(when, { x: left, y, width }, { size: 12 }) + 16;
  for (const [label, value] of table.summary) y = drawRow(sheet, y, label, textOf(value, 'shown'));
  sheet.thread(y + 4);
  writePages(deps, sheet, y + 22, columnsOf(table, width), pagesOf(table));
  return sheet.doc;
}

async function* pagesOf({ rows }: Table): AsyncGenerator<Table['rows']> {
  yield rows;
}

const LONGEST_TEXT = 30;

function columnsOf({ headings }: Table, width: number): Column<Table['rows'][number]>[] {
  const share = width / headings.length;
  return headings.map((heading, index) => ({
    heading,
    at: index === headings.length - 1 ? 'right' : index * share,
    text: (row) => textOf(row[index] ?? '', 'shown').slice(0, LONGEST_TEXT),
  }));
}

/** Thirteen columns fit on no page. */
function withoutCounts(table: Table): Table {
  const isShown = (index: number) => index === 0 || index % 2 === 0;
  const names = table.headings.map((heading, index) => table.headings[index - 1] ?? heading);
  return {
    ...table,
    headings: names.filter((_, index) => isShown(index)),
    rows: table.rows.map((row) => row.filter((_, index) => isShown(index))),
  };
}
