import type { ReactNode } from 'react';
import { DataTable, TableFoot } from '../../../ui/data-table.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { figureText } from '../figure-text.ts';

/** A line of a report with its label. */
export type Named<Line> = Line & { name: string };

export type Sum = { count: number; amount: number };

type FigureTableProps<Line> = {
  title: string;
  nameLabel: string;
  columns: readonly Column<Named<Line>>[];
  rows: readonly Named<Line>[];
  /** Rows below the data; the last row is the total. */
  foot?: ReactNode;
  /** Shown if there are no rows. */
  empty?: ReactNode;
};

/** Table of a report, with one line per day, age or size. */
export function FigureTable<Line>(table: FigureTableProps<Line>) {
  const { title, nameLabel, columns, rows, foot, empty } = table;
  const nameColumn: Column<Named<Line>> = { label: nameLabel, cell: ({ name }) => name, cardPart: 'name' };
  return (
    <Sheet title={title}>
      {rows.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <DataTable
          caption={title}
          columns={[nameColumn, ...columns]}
          rows={rows}
          rowKey={({ name }) => name}
        />
      )}
      {foot !== undefined && rows.length > 0 && <TableFoot>{foot}</TableFoot>}
    </Sheet>
  );
}

/** Rows below a report's data: a note on omitted or combined rows, and the total. */
export function TotalFoot({ note, total }: { note?: string; total: ReactNode }) {
  return (
    <>
      <span className="muted">{note}</span>
      <span>Total {total}</span>
    </>
  );
}

/** Explains that the list shows only its first rows. */
export function shownOf(shown: number, all: number): string {
  return `Showing ${figureText(shown)} of ${figureText(all)}; the CSV has all.`;
}

/**
 * Columns for count and sum; phones show both in one card.
 * @param noun singular and plural
 */
export function sumColumns<Line extends Sum>(label: string, noun: readonly [string, string]): Column<Line>[] {
  return [
    {
      label,
      cell: ({ count }) => (
        <>
          {figureText(count)}
          <span className="card-label">&nbsp;{count === 1 ? noun[0] : noun[1]}</span>
        </>
      ),
      isRight: true,
      cardPart: 'second',
    },
    {
      label: 'Amount',
      cell: ({ amount }) => <Money amountShillings={amount} />,
      isRight: true,
      cardPart: 'amount',
    },
  ];
}
