import { createTable, type Column } from './pdf-table.ts';
import type { Sheet } from './sheet.ts';

/**
 * Draws the heading of a section.
 * @returns the y below the heading, on a new page if too little room is left
 */
export function drawHeading(sheet: Sheet, y: number, text: string): number {
  const top = y + 60 > sheet.bottom ? nextPage(sheet) : y + 18;
  sheet.line(text, { x: sheet.left, y: top }, { size: 12, face: 'strong', tag: 'H2' });
  return top + 18;
}

/**
 * Draws a section with a heading and a table, over as many pages as it needs.
 * @returns the y below the table
 */
export function drawTable<Row>(
  sheet: Sheet,
  y: number,
  heading: string,
  { columns, rows }: { columns: Column<Row>[]; rows: Row[] },
): number {
  const top = drawHeading(sheet, y, heading);
  let below = top;
  sheet.group('Table', () => {
    const table = createTable(sheet, top + 4, columns);
    for (const row of rows) table.add(row);
    below = table.below();
  });
  return below;
}

/**
 * Begins another page.
 * @returns its first y
 */
export function nextPage({ doc }: Sheet): number {
  doc.addPage();
  return doc.page.margins.top;
}
