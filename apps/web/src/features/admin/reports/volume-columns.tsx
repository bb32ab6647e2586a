import type { VolumeLine } from '@zawadi/contract/reports';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { figureText } from '../figure-text.ts';
import type { Named, Sum } from './figure-table.tsx';

type Row = Named<VolumeLine>;

/** What moved, by kind. Phones show what was paid in, paid out and redeemed. */
export const volumeColumns: readonly Column<Row>[] = [
  column('Deposits', ({ deposits }) => deposits, { slip: 'amount' }),
  column('Redemptions', ({ redemptions }) => redemptions, { slip: 'second', slipLabel: 'Redeemed' }),
  column('Withdrawals', ({ withdrawals }) => withdrawals, { slip: 'third', slipLabel: 'Withdrawn' }),
  column('Settlements', ({ settlements }) => settlements),
  column('Claims', ({ claims }) => claims, { from: 1200 }),
  column('Refunds', ({ refunds }) => refunds, { from: 1200 }),
];

type Look = Pick<Column<Row>, 'slip' | 'from'> & { slipLabel?: string };

function column(label: string, sumOf: (row: Row) => Sum, { slipLabel, ...look }: Look = {}): Column<Row> {
  return {
    label,
    isRight: true,
    ...look,
    cell: (row) => {
      const { count, amount } = sumOf(row);
      return (
        <>
          {slipLabel !== undefined && <span className="slip-label">{slipLabel} </span>}
          {count === 0 ? (
            <span className="muted">—</span>
          ) : (
            <>
              <Money amountShillings={amount} />{' '}
              <span className="tiny muted">×&nbsp;{figureText(count)}</span>
            </>
          )}
        </>
      );
    },
  };
}
