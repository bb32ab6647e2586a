import { Readable } from 'node:stream';
import { FileAnswer } from './file.ts';

/** Heading of a column, and a function that returns its cell for a row. */
export type CsvColumn<Row> = [heading: string, cellOf: (row: Row) => string | number | undefined];

// Spreadsheets read a file as UTF-8 only if it begins with a byte order mark.
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Makes a CSV download. Writes page by page, so that a million rows need no more memory than ten.
 * @param name file name without `.csv`
 * @param pages pages of rows; `eachPage` reads them from the database
 * @param options.isImport omits the byte order mark, for programs that expect the first heading at the first byte
 */
export function csvFile<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { isImport = false }: { isImport?: boolean } = {},
): FileAnswer {
  async function* lines(): AsyncGenerator<string> {
    yield (isImport ? '' : BYTE_ORDER_MARK) + csvLine(columns.map(([heading]) => heading));
    for await (const rows of pages) {
      if (rows.length > 0)
        yield rows.map((row) => csvLine(columns.map(([, cellOf]) => cellOf(row)))).join('');
    }
  }
  return new FileAnswer({
    contentType: CSV_CONTENT_TYPE,
    fileName: `${name}.csv`,
    content: Readable.from(lines(), { objectMode: false }),
  });
}

export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8';

/**
 * Writes one line of a CSV file (RFC 4180) with every cell in quotes. Puts an apostrophe before a cell that a
 * spreadsheet would run as a formula (https://owasp.org/www-community/attacks/CSV_Injection). Leaves plain numbers
 * unchanged, so that they stay numbers.
 */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map((cell = '') => `"${harmless(String(cell)).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

// Some spreadsheets convert full-width signs into plain ones.
const BEGINS_A_FORMULA = /^\s*[=+\-@\t\r\n|%\uff1d\uff0b\uff0d\uff20]/u;
const IS_FIGURE = /^-?\d+(?:\.\d+)?$/;

function harmless(cell: string): string {
  return BEGINS_A_FORMULA.test(cell) && !IS_FIGURE.test(cell) ? `'${cell}` : cell;
}

/** Formats cents as a number for a file, `-1234.50`; an empty text if undefined. */
export function decimals(amountCents: bigint | number | undefined): string {
  if (amountCents === undefined) return '';
  const size = BigInt(amountCents) < 0n ? -BigInt(amountCents) : BigInt(amountCents);
  return `${amountCents < 0 ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
