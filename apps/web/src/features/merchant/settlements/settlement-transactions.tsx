import { settlementTransactionsCsv } from '@zawadi/contract/settlements';
import type { SettlementTransaction } from '@zawadi/contract/settlements';
import { fetchFile } from '../../../api/call.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { useSettlementTransactions } from './use-settlements.ts';

const columns: readonly Column<SettlementTransaction>[] = [
  { label: 'What', cell: ({ description }) => description, slip: 'name' },
  { label: 'Date', cell: ({ date }) => <Time at={date} />, slip: 'third' },
  {
    label: 'Voucher ID',
    cell: ({ voucherId }) => voucherId ?? '—',
    from: 900,
    className: 'code muted',
  },
  {
    label: 'Amount',
    cell: ({ amount }) => (
      <Money amountShillings={Math.abs(amount)} direction={amount < 0 ? 'out' : undefined} />
    ),
    slip: 'amount',
    isRight: true,
  },
];

/** Everything that changed what the merchant is owed and is in this batch. */
export function SettlementTransactions({ batchId }: { batchId: string }) {
  const list = useSettlementTransactions(batchId);
  return (
    <Sheet
      title="Transactions"
      action={
        <ExportButton fetching={async () => fetchFile(settlementTransactionsCsv, { params: { batchId } })}>
          Export CSV
        </ExportButton>
      }
    >
      <EndlessTable
        caption="Transactions in this batch, oldest first"
        columns={columns}
        rows={list.data?.pages.flatMap((page) => page.transactions)}
        rowKey={({ transactionId }) => transactionId}
        paging={list}
        failed={{
          title: 'Failed to load transactions',
          text: 'Your money is safe. We could not reach the server.',
        }}
        empty={<EmptyState title="No transactions found" />}
        skeletonRows={4}
      />
    </Sheet>
  );
}
