import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { listSettlements } from '@zawadi/contract/settlements';
import { TableFoot } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';

type Totals = CallAnswer<typeof listSettlements>['totals'];

/** How many batches fit and what they come to, above the list. */
export function SettlementCount({ totals }: { totals: Totals }) {
  return (
    <>
      <span>
        <b>{totals.count.toLocaleString('en-KE')}</b> {totals.count === 1 ? 'batch' : 'batches'}
      </span>
      <span>
        Total <Money amountShillings={totals.amount} />
      </span>
    </>
  );
}

/** What all batches that fit come to, not only those on the screen. */
export function SettlementTotals({ shown, totals }: { shown: number; totals: Totals }) {
  return (
    <TableFoot>
      <span className="muted">
        Showing {shown.toLocaleString('en-KE')} of {totals.count.toLocaleString('en-KE')}
      </span>
      <span>
        Total fees <Money amountShillings={totals.fees} />
      </span>
    </TableFoot>
  );
}
