import { Readable } from 'node:stream';
import { FileAnswer } from './file.ts';

/** A heading, and what stands under it in the line of a row. */
export type CsvColumn<Row> = [heading: string, cellOf: (row: Row) => string | number | undefined];

// A spreadsheet reads the file as UTF-8 only with a byte order mark.
const BYTE_ORDER_MARK = '\ufeff';

/**
 * A CSV download, written page by page, so that a million rows need no more memory than ten.
 * @param name the file's name without `.csv`
 * @param pages the rows; see `eachPage` for a list that is read from the database
 * @param options.isImport for a program that looks for its first heading at the first byte, without the mark
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
 * One line of a CSV file (RFC 4180). Every cell is quoted. A cell that a spreadsheet would take for a formula gets an
 * apostrophe in front, but for plain figures, which must stay figures:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map((cell = '') => `"${harmless(String(cell)).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

// A full-width sign is folded into the plain one by some spreadsheets.
const BEGINS_A_FORMULA = /^\s*[=+\-@\t\r\n|%\uff1d\uff0b\uff0d\uff20]/u;
const IS_FIGURE = /^-?\d+(?:\.\d+)?$/;

function harmless(cell: string): string {
  return BEGINS_A_FORMULA.test(cell) && !IS_FIGURE.test(cell) ? `'${cell}` : cell;
}

/** Cents as a figure of a file, `-1234.50`; nothing where there are none. */
export function decimals(amountCents: bigint | number | undefined): string {
  if (amountCents === undefined) return '';
  const size = BigInt(amountCents) < 0n ? -BigInt(amountCents) : BigInt(amountCents);
  return `${amountCents < 0 ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
