import type { Deps } from '../../../config/deps.ts';
import { drawParties, type Party } from './receipt-pdf.ts';
import { abortOnFailure, colour, createSheet, MM, type Sheet, type Style } from './sheet.ts';

const SIZE = 9.5;
const HEAD = 8.5;
const GAP = 10;

export type Column<Row> = {
  heading: string;
  text: (row: Row) => string;
  /** Alignment of a column of amounts. */
  align?: 'right';
  isMuted?: true;
  isStrong?: true;
  /** Colour of a cell, if it depends on the row. */
  colorOf?: (row: Row) => string;
  /** Share of the page's width. Columns without a share divide the rest evenly. */
  share?: number;
};

type Placed<Row> = Column<Row> & { x: number; width: number };

/** Starts a table that is written row by row; repeats the headings on every page. */
export function createTable<Row>(sheet: Sheet, top: number, columns: Column<Row>[]) {
  const placed = place(sheet, columns);
  let y = drawHead(sheet, top, placed);

  function add(row: Row, style: Partial<Style> = {}): void {
    const cells = placed.map((column) => linesOf(sheet, column, column.text(row)));
    const height = Math.max(...cells.map((lines) => lines.length)) * 12.5 + 8;
    if (y + height > sheet.bottom) {
      sheet.doc.addPage();
      y = drawHead(sheet, sheet.doc.page.margins.top, placed);
    }
    const top = y + 5;
    sheet.group('TR', () => {
      for (const column of placed) {
        const color = column.colorOf?.(row) ?? (column.isMuted ? colour.muted : colour.ink);
        drawCell(sheet, top, column, column.text(row), {
          size: SIZE,
          color,
          lineHeight: 12.5,
          tag: 'TD',
          ...(column.isStrong && { face: 'strong' as const }),
          ...style,
        });
      }
    });
    y += height;
    if (style.face !== 'strong') sheet.rule(y);
  }

  /**
   * Adds a row of sums below a dotted line.
   * @returns the y below the table
   */
  function addTotals(row: Row): number {
    if (y + 24 > sheet.bottom) {
      sheet.doc.addPage();
      y = drawHead(sheet, sheet.doc.page.margins.top, placed);
    }
    sheet.thread(y);
    add(row, { face: 'strong' });
    return y;
  }

  return { add, addTotals, below: () => y };
}

/**
 * Makes a PDF document with parties and totals, then a table. Reads the rows in the background.
 * @param of.title kind of document, and its number or name
 */
export function tableDocument<Row>(
  deps: Pick<Deps, 'log' | 'clock'>,
  of: {
    title: readonly [kind: string, which: string];
    /** Default: English. */
    language?: 'en' | 'sw';
    name: string;
    subtitle: string;
    /** Sender and addressee, side by side. */
    parties?: readonly [Party, Party];
    facts: readonly (readonly [label: string, value: string])[];
    /** Total below the facts. */
    total?: readonly [label: string, value: string];
    note?: string;
    columns: Column<Row>[];
    pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  },
): PDFKit.PDFDocument {
  const { title, facts, total, note } = of;
  const { language = 'en' } = of;
  const sheet = createSheet({ size: 'A4', title: title.join(' '), language, made: deps.clock.now() });
  const { left, width } = sheet;
  let y = sheet.letterhead(16 * MM, title);
  y = sheet.paragraph(of.name, { x: left, y, width }, { size: 20, face: 'strong', tag: 'H2' });
  if (of.subtitle !== '') y = sheet.paragraph(of.subtitle, { x: left, y, width }, { size: 10.5 });
  if (of.parties) y = drawParties(sheet, y + 8, of.parties);
  y += 14;
  if (facts.length > 0) sheet.group('Table', () => facts.forEach((fact) => (y = drawRow(sheet, y, ...fact))));
  if (total) {
    sheet.thread(y + 2);
    y = drawRow(sheet, y + 12, ...total, 14);
  }
  if (note !== undefined) y = sheet.paragraph(note, { x: left, y: y + 6, width }, { size: 10.5 });
  const writing = (async () => {
    const rows: Row[] = [];
    for await (const page of of.pages) rows.push(...page);
    sheet.group('Table', () => {
      const table = createTable(sheet, y + 16, of.columns);
      for (const row of rows) table.add(row);
    });
    sheet.finish();
  })();
  abortOnFailure(deps, sheet.doc, writing);
  return sheet.doc;
}

function drawRow(sheet: Sheet, y: number, label: string, value: string, size = 10.5): number {
  const face = size > 12 ? ('strong' as const) : ('text' as const);
  sheet.group('TR', () => {
    sheet.line(label, { x: sheet.left, y }, { size, color: colour.muted, tag: 'TH' });
    sheet.line(value, { x: sheet.right, y, align: 'right' }, { size, face, tag: 'TD' });
  });
  return y + size * 1.8;
}

function place<Row>(sheet: Sheet, columns: Column<Row>[]): Placed<Row>[] {
  const given = columns.reduce((sum, { share = 0 }) => sum + share, 0);
  const without = columns.filter(({ share }) => share === undefined).length;
  const rest = without === 0 ? 0 : (1 - given) / without;
  let x = sheet.left;
  return columns.map((column) => {
    const width = (column.share ?? rest) * sheet.width;
    const here = { ...column, x, width };
    x += width;
    return here;
  });
}

function drawHead<Row>(sheet: Sheet, y: number, columns: Placed<Row>[]): number {
  sheet.group('TR', () => {
    for (const column of columns) {
      drawCell(sheet, y, column, column.heading, { size: HEAD, color: colour.muted, tag: 'TH' });
    }
  });
  sheet.rule(y + 16, colour.lineStrong);
  return y + 16;
}

/** Returns the usable width of a column: the last column ends at the margin, the others leave a gap. */
function roomIn<Row>(sheet: Sheet, { x, width }: Placed<Row>): number {
  return x + width > sheet.right - 1 ? width : width - GAP;
}

function linesOf<Row>(sheet: Sheet, column: Placed<Row>, text: string): string[] {
  const face = column.isStrong ? ('strong' as const) : ('text' as const);
  return sheet.linesOf(text, roomIn(sheet, column), { size: SIZE, face });
}

function drawCell<Row>(sheet: Sheet, y: number, column: Placed<Row>, text: string, style: Style): void {
  const width = roomIn(sheet, column);
  const x = column.align === 'right' ? column.x + width : column.x;
  sheet.paragraph(text, { x, y, width, align: column.align ?? 'left' }, style);
}
