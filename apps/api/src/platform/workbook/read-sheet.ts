import { numberText, unescaped, type DateRules } from './cell-text.ts';
import { readXml } from './read-xml.ts';
import { WorkbookFault } from './workbook-fault.ts';

/** A row with at least one text, and its number in the worksheet. */
export type SheetRow = { cells: string[]; line: number };

const MOST_COLUMNS = 100;
/** More than any line of a statement. The same limit as for a line of CSV. */
const LONGEST_ROW = 8_192;

type Cell = { column: number; type: string; style: number; value: string; inline: string };

/**
 * Reads the rows of a worksheet, and leaves out empty ones.
 * @throws WorkbookFault also while it yields
 */
export async function* readSheet(
  pieces: AsyncIterable<Uint8Array>,
  book: DateRules & { strings: readonly string[] },
): AsyncGenerator<SheetRow> {
  let row: SheetRow = { cells: [], line: 0 };
  let cell: Cell | undefined;
  let within: 'value' | 'inline' | undefined;
  let isPhonetic = false;
  let [nextColumn, length] = [0, 0];
  for await (const steps of readXml(pieces)) {
    for (const step of steps) {
      if ('text' in step) {
        if (!cell || !within || isPhonetic) continue;
        cell[within] += step.text;
        if (cell[within].length > LONGEST_ROW) throw new WorkbookFault('too_large');
      } else if ('open' in step) {
        const { open, attributes } = step;
        if (open === 'row') {
          row = { cells: [], line: Number(attributes['r'] ?? row.line + 1) };
          if (!Number.isSafeInteger(row.line)) throw new WorkbookFault('damaged');
          [nextColumn, length] = [0, 0];
        } else if (open === 'c') {
          const column = columnOf(attributes['r']) ?? nextColumn;
          nextColumn = column + 1;
          const style = Number(attributes['s'] ?? 0);
          cell = { column, type: attributes['t'] ?? 'n', style, value: '', inline: '' };
        } else if (open === 'v') within = 'value';
        else if (open === 't') within = 'inline';
        else if (open === 'rPh') isPhonetic = true;
      } else if (step.close === 'v' || step.close === 't') within = undefined;
      else if (step.close === 'rPh') isPhonetic = false;
      else if (step.close === 'c' && cell) {
        const text = textOf(cell, book);
        length += text.length;
        if (length > LONGEST_ROW) throw new WorkbookFault('too_large');
        place(row.cells, cell.column, text);
        cell = undefined;
      } else if (step.close === 'row' && row.cells.length > 0) yield row;
    }
  }
}

function textOf(
  { type, style, value, inline }: Cell,
  book: DateRules & { strings: readonly string[] },
): string {
  switch (type) {
    case 's': {
      const text = book.strings[Number(value)];
      if (text === undefined) throw new WorkbookFault('damaged');
      return text;
    }
    case 'n':
      return numberText(value, style, book);
    case 'inlineStr':
      return unescaped(inline).trim();
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    default:
      return unescaped(value).trim();
  }
}

/** Puts a text into a row. An empty cell takes no place, so that a row of empty cells stays empty. */
function place(cells: string[], column: number, text: string): void {
  if (text === '') return;
  if (column >= MOST_COLUMNS) throw new WorkbookFault('too_large');
  while (cells.length <= column) cells.push('');
  cells[column] = text;
}

/** Returns the index of a cell's column: 1 for `B7`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/u.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
