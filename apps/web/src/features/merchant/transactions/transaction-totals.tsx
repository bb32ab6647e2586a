import type { merchantTransactions } from '@zawadi/contract/merchant-reports';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { TableFoot } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';

type Totals = NonNullable<CallAnswer<typeof merchantTransactions>['totals']>;

/** How much of the list is shown, and what all of it comes to, not only what is shown. */
export function TransactionTotals({ shown, totals }: { shown: number; totals: Totals }) {
  const { completed } = totals;
  return (
    <TableFoot>
      <span className="muted">
        Showing {figure(shown)} of {countText(totals)}
      </span>
      <span className="muted">{figure(completed)} completed</span>
    </TableFoot>
  );
}

/** "3 transactions" and what they come to, above the list. */
export function TransactionCount({ totals }: { totals: Totals }) {
  const { count, amount, isWhole } = totals;
  return (
    <>
      <span>
        <b>{countText(totals)}</b> {count === 1 ? 'transaction' : 'transactions'}
      </span>
      <span>
        {isWhole ? 'Total' : `Total of the newest ${figure(count)}`} <Money amountShillings={amount} />
      </span>
    </>
  );
}

function countText({ count, isMore }: Totals): string {
  return `${figure(count)}${isMore ? '+' : ''}`;
}

function figure(count: number): string {
  return count.toLocaleString('en-KE');
}
