import type { SettlementTransaction } from '@zawadi/contract/settlements';
import type { ComponentProps, ReactNode } from 'react';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EndlessTable } from '../../ui/endless-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Time } from '../../ui/time.tsx';

const columns: readonly Column<SettlementTransaction>[] = [
  { label: 'What', cell: ({ description }) => description, cardPart: 'name' },
  { label: 'Date', cell: ({ date }) => <Time at={date} />, cardPart: 'third' },
  {
    label: 'Voucher ID',
    cell: ({ voucherId }) => voucherId ?? <span className="dash">—</span>,
    from: 900,
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
};

/** Everything that changed what the merchant is owed and is in one batch. */
export function SettlementTransactions({ list, safe, action }: SettlementTransactionsProps) {
  return (
    <Sheet title="Transactions" action={action}>
      <EndlessTable
        caption="Transactions in this batch, oldest first"
        columns={columns}
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
