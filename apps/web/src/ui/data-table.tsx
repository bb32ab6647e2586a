import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { SkeletonBlock } from './skeleton.tsx';
import './data-table.css';

/**
 * Place of a cell on the card that phones show for a row. A cell without a place is shown only on the row's own page.
 */
type CardPart = 'name' | 'amount' | 'second' | 'state' | 'third' | 'side';

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  isRight?: boolean;
  cardPart?: CardPart;
  /** Narrowest window (px) in which the table has space for this column. */
  from?: 900 | 1200;
  /** Class of the cells, for codes and secondary text. */
  className?: string;
};

type DataTableProps<Row> = {
  /** Description of the rows, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/**
 * Table on desktops, cards on phones. A button or link with class `row-open` in a cell takes clicks on the whole row.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table className="table">
      <caption className="sr">{caption}</caption>
      <Head columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.label} {...placing(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Skeleton of the same table while its rows load. */
export function DataTableSkeleton<Row>({
  columns,
  rows = 8,
}: Pick<DataTableProps<Row>, 'columns'> & { rows?: number }) {
  return (
    <div aria-busy="true">
      <table className="table" aria-hidden="true">
        <Head columns={columns} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.label} {...placing(column)}>
                  <SkeletonBlock width={column.cardPart === 'name' ? '8rem' : '5rem'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Line below a table: shown rows, count and sum. The last part is the total. */
export function TableFoot({ children }: { children: ReactNode }) {
  return <div className="table-foot num">{children}</div>;
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.label}
            scope="col"
            data-from={column.from}
            className={clsx(column.isRight && 'right')}
          >
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function placing<Row>({ cardPart, from, isRight, className }: Column<Row>) {
  return {
    'data-card-part': cardPart ?? 'none',
    'data-from': from,
    className: clsx(isRight && 'right', className),
  };
}
