import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { shortReference } from '@zawadi/contract/short-reference';
import { listTransactions, type ListedTransaction } from '@zawadi/contract/transactions';
import { readVoucherForAdmin } from '@zawadi/contract/transactions-voucher';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { Time } from '../../../ui/time.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { useOpenApproval } from '../approvals/use-approvals.ts';
import { WaitsForApproval } from '../approvals/waits-for-approval.tsx';
import { partyOf } from './describe-transaction.ts';
import { ReceiptAndId } from './receipt-and-id.tsx';
import { VoucherSheet } from './voucher-sheet.tsx';
import '../money-lists.css';
import '../../../styles/progress-layer.css';

const TRANSACTIONS: ListLink = { to: '/admin/transactions', label: 'Transactions' };

const columns: readonly Column<ListedTransaction>[] = [
  { label: 'Receipt and ID', cell: (row) => <ReceiptAndId {...row} />, cardPart: 'third' },
  {
    label: 'Merchant or person',
    cell: (row) => (
      <Link
        className="row-open"
        to="/admin/transactions/$type/$transactionId"
        params={{ type: row.type, transactionId: row.transactionId }}
      >
        {partyOf(row)}
      </Link>
    ),
    cardPart: 'name',
  },
  {
    label: 'Type',
    cell: ({ type, date }) => (
      <>
        {type} · <Time at={date} />
      </>
    ),
    cardPart: 'second',
    className: 'wraps',
  },
  {
    label: 'Amount',
    cell: ({ amount, status }) => (
      <Money amountShillings={amount} direction={status === 'Failed' ? 'void' : undefined} />
    ),
    cardPart: 'amount',
    isRight: true,
  },
  {
    label: 'Status',
    cell: ({ status }) => <StatusText status={status} />,
    cardPart: 'state',
  },
];

/** One voucher, bought or issued: its ticket, history, actions and transactions. */
export function VoucherScreen() {
  const { voucherId } = useParams({ from: '/admin/transactions/vouchers/$voucherId' });
  return (
    <DetailScreen
      query={useVoucher(voucherId)}
      title={`Voucher ${shortReference(voucherId)}`}
      list={TRANSACTIONS}
      missing={{
        title: 'There is no such voucher',
        text: 'Search for what the caller reads out: its code, or the phone number of its recipient.',
        all: 'All transactions',
      }}
      failed={{ text: 'We could not read this voucher. No money is affected.' }}
    >
      {(detail) => <KnownVoucher detail={detail} />}
    </DetailScreen>
  );
}

function useVoucher(voucherId: string) {
  return useQuery({
    queryKey: adminQueryKeys.voucherForAdmin(voucherId),
    queryFn: ({ signal }) => call(readVoucherForAdmin, { params: { voucherId }, signal }),
  });
}

function KnownVoucher({ detail: { voucher, actions } }: { detail: CallAnswer<typeof readVoucherForAdmin> }) {
  const { voucherId, recipientName, issuedBy, status, isFrozen } = voucher;
  const approval = useOpenApproval(voucherId);
  const query = { search: voucherId };
  const list = usePages(listTransactions, { queryKey: adminQueryKeys.transactionList(query), query });
  return (
    <>
      <PageTitle
        title={`Voucher ${shortReference(voucherId)}`}
        above={<BackLink {...TRANSACTIONS} />}
        aside={<StatusBadge status={isFrozen ? 'Frozen' : ticketStateOf(status)} />}
      >
        For {recipientName}
        {issuedBy !== undefined && `, made by ${issuedBy}`}
      </PageTitle>
      {approval !== undefined && <WaitsForApproval approval={approval} />}
      <div className="cols wide">
        <Sheet title="Transactions" className="money-list">
          <EndlessTable
            caption="Transactions of this voucher, newest first"
            columns={columns}
            rows={list.data?.pages.flatMap((page) => page.transactions)}
            rowKey={({ type, transactionId }) => `${type} ${transactionId}`}
            paging={list}
            failed={{ title: 'Failed to load transactions', text: 'No money is affected.' }}
            empty={<EmptyState title="Nothing was taken from it yet" />}
            skeletonRows={3}
          />
        </Sheet>
        <VoucherSheet voucher={voucher} actions={actions} />
      </div>
    </>
  );
}
