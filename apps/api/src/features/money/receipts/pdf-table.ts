import type { Deps } from '../../../config/deps.ts';
import { abortOnFailure, colour, type Sheet } from './sheet.ts';

const ROW = 18;
const SIZE = 9.5;

export type Column<Row> = {
  heading: string;
  /** Points from the left margin, or the right margin. */
  at: number | 'right';
  text: (row: Row) => string;
  isMuted?: true;
};

/** A label on the left and a value on the right. @returns the y below them */
export function drawRow(sheet: Sheet, y: number, label: string, value: string, size = 11): number {
  sheet.line(label, { x: sheet.left, y }, { size, color: colour.muted });
  sheet.line(value, { x: sheet.right, y, align: 'right' }, { size, face: size > 12 ? 'strong' : 'text' });
  return y + size * 1.8;
}

/** Writes rows in the background, as they are read, and ends the document. The columns are repeated on every page. */
export function writePages<Row>(
  deps: Pick<Deps, 'log'>,
  sheet: Sheet,
  top: number,
  columns: Column<Row>[],
  pages: AsyncGenerator<Row[]>,
): void {
  const { doc } = sheet;
  const bottom = doc.page.height - doc.page.margins.bottom - ROW;
  const writing = (async () => {
    let y = drawCells(sheet, top, columns, ({ heading }) => heading, true);
    for await (const rows of pages) {
      for (const row of rows) {
        if (y > bottom) {
          doc.addPage();
          y = drawCells(sheet, doc.page.margins.top, columns, ({ heading }) => heading, true);
        }
        y = drawCells(sheet, y, columns, (column) => column.text(row), false);
      }
    }
    doc.end();
  })();
  abortOnFailure(deps, doc, writing);
}

function drawCells<Row>(
  sheet: Sheet,
  y: number,
  columns: Column<Row>[],
  textOf: (column: Column<Row>) => string,
  isHead: boolean,
): number {
  for (const column of columns) {
    const color = isHead || column.isMuted ? colour.muted : colour.ink;
    const place =
      column.at === 'right'
        ? { x: sheet.right, y, align: 'right' as const }
        : { x: sheet.left + column.at, y };
    sheet.line(textOf(column), place, { size: SIZE, color });
  }
  return y + ROW;
}
