import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money } from '../../../ui/money.tsx';
import { groupDays, spanText } from '../../lists/day-groups.ts';
import { FigureTable } from './figure-table.tsx';
import type { Named } from './figure-table.tsx';
import { balanceBars } from './report-bars.ts';
import { ReportChart } from './report-chart.tsx';

type Balance = { amount: number };

const columns: readonly Column<Named<Balance>>[] = [
  {
    label: 'At its end',
    cell: ({ amount }) => <Money amountShillings={amount} />,
    isRight: true,
    cardPart: 'amount',
  },
];

/** A balance over a period: a bar chart and a table of the same figures. */
export function BalanceHistory({
  title,
  days,
}: {
  title: string;
  days: readonly (Balance & { day: string })[];
}) {
  const rows = groupDays(days)
    .map((group) => ({ name: spanText(group), amount: group.days.at(-1)?.amount ?? 0 }))
    .filter(({ amount }, index, all) => amount !== (all[index - 1]?.amount ?? 0))
    .reverse();
  return (
    <>
      {rows.length > 0 && <ReportChart title={title} labels={['KES']} bars={balanceBars(days)} />}
      <FigureTable
        title="The same in figures"
        nameLabel="Day"
        columns={columns}
        rows={rows}
        empty={<EmptyState title="Nothing was owed in this period" />}
      />
    </>
  );
}
