import type { ReportLine } from '@zawadi/contract/merchant-reports';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { say } from '../../../i18n/say.ts';

/** One line of a report with its label. */
export type NamedLine = ReportLine & { name: string };

type ReportTableProps = { caption: string; nameLabel: string; lines: readonly NamedLine[] };

/** The same figures as the bar chart, as a table. */
export function ReportTable({ caption, nameLabel, lines }: ReportTableProps) {
  const columns = [{ ...nameColumn, label: nameLabel }, ...figureColumns()];
  return <DataTable caption={caption} columns={columns} rows={lines} rowKey={({ name }) => name} />;
}

const nameColumn: Omit<Column<NamedLine>, 'label'> = { cell: ({ name }) => name, cardPart: 'name' };

const figureColumns = (): Column<NamedLine>[] => [
  { label: say('Redemptions'), cell: ({ redemptions }) => redemptions, isRight: true, from: 900 },
  {
    label: say('Redeemed'),
    cell: ({ redeemed, redemptions }) => (
      <>
        <span className="card-label">{say('{count} redeemed', { count: redemptions })}, </span>
        <Money amountShillings={redeemed} />
      </>
    ),
    isRight: true,
    cardPart: 'second',
  },
  {
    label: say('Reversed'),
    cell: ({ reversed, reversals }) => (
      <>
        <span className="card-label">{say('{count} reversed', { count: reversals })}, </span>
        <Money amountShillings={reversed} direction={reversed > 0 ? 'out' : undefined} />
      </>
    ),
    isRight: true,
    cardPart: 'third',
  },
  {
    label: say('Sales'),
    cell: ({ sales }) => <Money amountShillings={sales} />,
    isRight: true,
    cardPart: 'amount',
  },
];
