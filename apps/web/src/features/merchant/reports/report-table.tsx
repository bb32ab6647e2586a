import type { ReportLine } from '@zawadi/contract/merchant-reports';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';

/** One line of a report with what it is of. */
export type NamedLine = ReportLine & { name: string };

type ReportTableProps = { caption: string; nameLabel: string; lines: readonly NamedLine[] };

/** The figures behind the bars. */
export function ReportTable({ caption, nameLabel, lines }: ReportTableProps) {
  const columns = [{ ...nameColumn, label: nameLabel }, ...figureColumns];
  return <DataTable caption={caption} columns={columns} rows={lines} rowKey={({ name }) => name} />;
}

const nameColumn: Omit<Column<NamedLine>, 'label'> = { cell: ({ name }) => name, cardPart: 'name' };

const figureColumns: readonly Column<NamedLine>[] = [
  { label: 'Redemptions', cell: ({ redemptions }) => redemptions, isRight: true, from: 900 },
  {
    label: 'Redeemed',
    cell: ({ redeemed, redemptions }) => (
      <>
        <span className="card-label">{redemptions} redeemed, </span>
        <Money amountShillings={redeemed} />
      </>
    ),
    isRight: true,
    cardPart: 'second',
  },
  {
    label: 'Reversed',
    cell: ({ reversed, reversals }) => (
      <>
        <span className="card-label">{reversals} reversed, </span>
        <Money amountShillings={reversed} direction={reversed > 0 ? 'out' : undefined} />
      </>
    ),
    isRight: true,
    cardPart: 'third',
  },
  {
    label: 'Sales',
    cell: ({ sales }) => <Money amountShillings={sales} />,
    isRight: true,
    cardPart: 'amount',
  },
];
