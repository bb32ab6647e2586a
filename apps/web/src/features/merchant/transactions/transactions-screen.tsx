import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { merchantTransactionsCsv } from '@zawadi/contract/merchant-lists';
import type {
  MerchantTransaction,
  MerchantTransactionFilters as Filters,
} from '@zawadi/contract/merchant-lists';
import { useCallback, useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { isNarrowed } from '../../lists/search-params.ts';
import { ExportButton } from '../../files/export-button.tsx';
import { transactionColumns } from './transaction-columns.tsx';
import { TransactionDialog } from './transaction-dialog.tsx';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionTotals } from './transaction-totals.tsx';
import { useTransactions } from './use-transactions.ts';

const HERE = '/merchant/dashboard/transactions';

/** Every redemption at this merchant. The address holds what the list is narrowed to. */
export function TransactionsScreen() {
  const filters = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const narrow = useCallback(
    (next: Filters) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <>
      <PageTitle
        title="Transactions"
        aside={
          <ExportButton fetching={async () => fetchFile(merchantTransactionsCsv, { query: filters })}>
            Export CSV
          </ExportButton>
        }
      />
      <TransactionFilters filters={filters} onChange={narrow} />
      <Sheet>
        <Transactions filters={filters} onShowAll={() => narrow({})} />
      </Sheet>
    </>
  );
}

function Transactions({ filters, onShowAll }: { filters: Filters; onShowAll: () => void }) {
  const list = useTransactions(filters);
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap((page) => page.transactions);
  const opened = rows?.find(({ redemptionId }) => redemptionId === openedId);
  const open = useCallback((row: MerchantTransaction) => setOpenedId(row.redemptionId), []);
  const totals = list.data?.pages[0]?.totals;
  return (
    <>
      <EndlessTable
        caption="Redemptions, newest first"
        columns={transactionColumns(open)}
        rows={rows}
        rowKey={({ redemptionId }) => redemptionId}
        paging={list}
        failed={{
          title: 'Failed to load transactions',
          text: 'Your money is safe. We could not reach the server.',
        }}
        empty={
          isNarrowed(filters) ? (
            <NothingFound title="No transactions found" onShowAll={onShowAll} />
          ) : (
            <NothingYet />
          )
        }
        foot={totals !== undefined && <TransactionTotals shown={rows?.length ?? 0} totals={totals} />}
      />
      {opened !== undefined && (
        <TransactionDialog transaction={opened} onClose={() => setOpenedId(undefined)} />
      )}
    </>
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="No transactions found"
      action={
        <Link className={buttonClass()} to="/merchant/dashboard/redeem">
          Redeem a voucher
        </Link>
      }
    >
      The first voucher that you redeem appears here.
    </EmptyState>
  );
}
