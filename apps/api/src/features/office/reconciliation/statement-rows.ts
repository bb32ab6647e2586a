import type { Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { Refusal } from '../../../platform/refusal.ts';
import { isWorkbook, readWorkbook } from '../../../platform/workbook/read-workbook.ts';
import { WorkbookFault } from '../../../platform/workbook/workbook-fault.ts';

/** A row of a statement's file. */
export type StatementRow = { cells: string[]; line: number };

type HasHeadings = (cells: readonly string[]) => boolean;

const LONGEST_LINE = 8_192;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Small enough that parsing a piece delays no other caller, even if it is all line breaks. */
const PIECE_BYTES = 4_096;
/** Enough for the lines above the headings, which show the delimiter. */
const SAMPLE_BYTES = 65_536;

const WORKBOOK_FAULTS: Record<WorkbookFault['reason'], string> = {
  damaged: 'This Excel file is damaged. Please download it again, or save it as CSV',
  no_workbook: 'This is not an Excel workbook (.xlsx). Please save it as .xlsx or CSV',
  old_format: 'This is a workbook of an old Excel (.xls). Please save it as .xlsx or CSV',
  password: 'This workbook has a password. Please save it without one, as .xlsx or CSV',
  too_large: 'This workbook is larger than any statement. Please choose fewer days',
};

/**
 * Reads the rows of a statement as M-PESA's portal, Excel and other programs save it: as an Excel workbook (`.xlsx`), or
 * separated by commas, semicolons or tabs, in UTF-8 or UTF-16, with any mix of line ends, and with quotation marks inside
 * cells.
 * @param hash gets the bytes of the file
 * @param hasHeadings whether these cells are the headings of such a statement
 * @throws Refusal statement_unreadable, naming the line
 */
export async function* readRows(
  file: Blob,
  { hash, hasHeadings }: { hash: Hash; hasHeadings: HasHeadings },
): AsyncGenerator<StatementRow> {
  const content = new Uint8Array(await file.arrayBuffer());
  hash.update(content);
  yield* isWorkbook(content) ? readWorkbookRows(content) : readTextRows(toUtf8(content), hasHeadings);
}

async function* readWorkbookRows(content: Uint8Array): AsyncGenerator<StatementRow> {
  try {
    yield* readWorkbook(content);
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error;
    throw unreadable([{ path: 'file', message: WORKBOOK_FAULTS[error.reason] }]);
  }
}

async function* readTextRows(text: Uint8Array, hasHeadings: HasHeadings): AsyncGenerator<StatementRow> {
  const parser = parse({
    bom: true,
    info: true,
    delimiter: delimiterOf(text, hasHeadings),
    // Files that were joined from several have several line ends; the parser would look for the first one only.
    record_delimiter: ['\r\n', '\n', '\r'],
    // A payer's name may have a quotation mark anywhere.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: LONGEST_LINE,
  });
  const source = Readable.from(piecesOf(text), { objectMode: false, highWaterMark: PIECE_BYTES });
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>)
      yield { cells: record, line: info.lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines'] ?? 0);
    throw unreadable([
      { path: `line ${line}`, message: `Line ${line} is not CSV: a quotation mark is missing` },
    ]);
  }
}

export function unreadable(fields: { path: string; message: string }[]): Refusal {
  return new Refusal('statement_unreadable', { fields });
}

/** Excel's "Unicode Text" is UTF-16, with a mark of its byte order. */
function toUtf8(content: Uint8Array): Uint8Array {
  const [first, second] = content;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  if (!isLittle && !isBig) return content;
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(content));
}

/** Returns the delimiter with which some line of the file reads as headings; otherwise the most frequent one. */
function delimiterOf(content: Uint8Array, hasHeadings: HasHeadings): string {
  const sample = new TextDecoder().decode(content.subarray(0, SAMPLE_BYTES));
  const lines = sample.split(/\r\n|\n|\r/u);
  const delimiters = [',', ';', '\t'];
  const cellsOf = (line: string, delimiter: string) =>
    line.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/gu, ''));
  const found = delimiters.find((delimiter) => lines.some((line) => hasHeadings(cellsOf(line, delimiter))));
  const howMany = (delimiter: string) => sample.split(delimiter).length;
  return found ?? delimiters.toSorted((one, other) => howMany(other) - howMany(one))[0] ?? ',';
}

/**
 * Yields the file in pieces, and serves other callers between them.
 * @throws Refusal statement_unreadable when a line has no end
 */
async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  let unbroken = 0;
  for (let from = 0; from < content.length; from += PIECE_BYTES) {
    const piece = content.subarray(from, from + PIECE_BYTES);
    const lastBreak = Math.max(piece.lastIndexOf(LINE_FEED), piece.lastIndexOf(CARRIAGE_RETURN));
    unbroken = lastBreak === -1 ? unbroken + piece.length : piece.length - lastBreak;
    // The parser limits the content of a line's fields, but not the number of fields.
    if (unbroken > LONGEST_LINE)
      throw unreadable([
        { path: 'file', message: 'A line of this file is longer than any line of a statement' },
      ]);
    yield piece;
    await nextTurn();
  }
}
