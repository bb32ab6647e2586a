import type { merchantTransactions } from '@zawadi/contract/merchant-reports';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { TableFoot } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';

type Totals = NonNullable<CallAnswer<typeof merchantTransactions>['totals']>;

/** How much of the list is shown, and what all of it comes to, not only what is shown. */
export function TransactionTotals({ shown, totals }: { shown: number; totals: Totals }) {
  const { count, isMore, completed, amount, isWhole } = totals;
  const figures = `${figure(count)}${isMore ? '+' : ''}`;
  return (
    <TableFoot>
      <span className="muted">
        Showing {figure(shown)} of {figures}
      </span>
      <span className="muted">{figure(completed)} completed</span>
      <span>
        {isWhole ? 'Total' : `Total of the newest ${figure(count)}`} <Money amountShillings={amount} />
      </span>
    </TableFoot>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-KE');
}
