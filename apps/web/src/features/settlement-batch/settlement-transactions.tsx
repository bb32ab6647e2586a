import type { SettlementTransaction } from '@zawadi/contract/settlements';
import { shortReference } from '@zawadi/contract/short-reference';
import type { ComponentProps, ReactNode } from 'react';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EndlessTable } from '../../ui/endless-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Time } from '../../ui/time.tsx';

/** A press anywhere on a row opens the redemption, where redemptions have pages. */
const columnsWith = (linkTo: SettlementTransactionsProps['linkTo']): Column<SettlementTransaction>[] => [
  {
    label: 'What',
    cell: ({ description, redemptionId }) =>
      redemptionId === undefined || linkTo === undefined ? description : linkTo(redemptionId, description),
    cardPart: 'name',
  },
  { label: 'Date', cell: ({ date }) => <Time at={date} />, cardPart: 'third' },
  {
    label: 'Reference',
    cell: ({ redemptionId }) =>
      redemptionId === undefined ? <span className="dash">—</span> : shortReference(redemptionId),
    cardPart: 'side',
    className: 'code muted',
  },
  {
    label: 'Amount',
    cell: ({ amount }) => (
      <Money amountShillings={Math.abs(amount)} direction={amount < 0 ? 'out' : undefined} />
    ),
    cardPart: 'amount',
    isRight: true,
  },
];

type SettlementTransactionsProps = {
  /** The infinite query that reads them. */
  list: ComponentProps<typeof EndlessTable>['paging'] & {
    data: { pages: { transactions: readonly SettlementTransaction[] }[] } | undefined;
  };
  /** What is safe when they cannot be read. */
  safe: string;
  action?: ReactNode;
  /** The link of class `row-open` to a redemption. */
  linkTo?: (redemptionId: string, text: string) => ReactNode;
};

/** Everything that changed what the merchant is owed and is in one batch. */
export function SettlementTransactions({ list, safe, action, linkTo }: SettlementTransactionsProps) {
  return (
    <Sheet title="Transactions" action={action}>
      <EndlessTable
        caption="Transactions in this batch, oldest first"
        columns={columnsWith(linkTo)}
        rows={list.data?.pages.flatMap((page) => page.transactions)}
        rowKey={({ transactionId }) => transactionId}
        paging={list}
        failed={{ title: 'Failed to load transactions', text: safe }}
        empty={<EmptyState title="No transactions found" />}
        skeletonRows={4}
      />
    </Sheet>
  );
}
