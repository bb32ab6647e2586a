import {
  listSettlements,
  settlementsCsv,
  settlementsPdf,
  type Settlement,
} from '@zawadi/contract/settlements';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { Link } from '@tanstack/react-router';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { TableFoot, type Column } from '../../../ui/data-table.tsx';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { settlementSearch } from '../../settlement-batch/settlement-search.ts';
import { NextSettlement } from './next-settlement.tsx';
import { useSettlementSummary } from './use-settlements.ts';

/** The columns of the specification; a press anywhere on a row leads to the batch. */
const settlementColumns: readonly Column<Settlement>[] = [
  {
    label: 'Batch ID',
    cell: ({ batchId }) => (
      <Link className="row-open code" to="/merchant/dashboard/settlements/$batchId" params={{ batchId }}>
        {batchId}
      </Link>
    ),
    cardPart: 'name',
  },
  {
    label: 'Amount',
    cell: ({ amount, status }) => (
      <Money amountShillings={amount} direction={status === 'Canceled' ? 'void' : undefined} />
    ),
    cardPart: 'amount',
    isRight: true,
  },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, cardPart: 'state' },
  { label: 'Date', cell: ({ date }) => <Time at={date} />, cardPart: 'third' },
  { label: 'Payout channel', cell: ({ payoutChannel }) => payoutChannel, cardPart: 'second' },
  {
    label: 'Transactions',
    cell: ({ transactionCount }) => transactionCount.toLocaleString('en-KE'),
    isRight: true,
    from: 900,
  },
  {
    label: 'Processing fee',
    cell: ({ processingFee }) => (
      <>
        <span className="card-label">Fee </span>
        <Money amountShillings={processingFee} />
      </>
    ),
    cardPart: 'side',
    isRight: true,
    from: 900,
  },
];

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: optionsOf('All states', ['Pending', 'Processing', 'Completed', 'Canceled']),
  },
  {
    kind: 'choice',
    name: 'payoutChannel',
    label: 'Payout channel',
    options: optionsOf('All channels', ['M-Pesa', 'Bank Transfer']),
  },
  { kind: 'days' },
];

/** What was and will be paid out; the totals are of the whole filtered set. */
export function SettlementsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(settlementSearch);
  const list = usePages(listSettlements, { queryKey: queryKeys.settlements(filters), query: filters });
  const rows = list.data?.pages.flatMap((page) => page.settlements);
  const totals = list.data?.pages[0]?.totals;
  return (
    <ListScreen
      title="Settlements"
      intro={<Link to="/merchant/dashboard/settlements/invoices">Invoices for the fees</Link>}
      exports={
        <>
          <ExportButton fetching={async () => fetchFile(settlementsCsv, { query: filters })}>
            Export CSV
          </ExportButton>
          <ExportButton fetching={async () => fetchFile(settlementsPdf, { query: filters })}>
            Export PDF
          </ExportButton>
        </>
      }
      above={
        <>
          <SettlementCards />
          <NextSettlement />
        </>
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      count={totals !== undefined && <SettlementCount totals={totals} />}
      caption="Settlement batches, newest first"
      columns={settlementColumns}
      rows={rows}
      rowKey={({ batchId }) => batchId}
      paging={list}
      failed={{
        title: 'Failed to load settlements',
        text: 'Your money is safe. We could not reach the server.',
      }}
      none={{
        title: 'No settlements yet',
        text: 'What you redeem today is paid out with the next settlement.',
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No settlements found' }}
      foot={totals !== undefined && <SettlementTotals shown={rows?.length ?? 0} totals={totals} />}
    />
  );
}

function optionsOf(all: string, values: readonly string[]) {
  return [{ value: 'all', label: all }, ...values.map((value) => ({ value, label: value }))];
}

/** Settled, on its way, and how long it takes. Without an answer they are dashes; the list below says why. */
function SettlementCards() {
  const { data, isError } = useSettlementSummary();
  const missing = isError && data === undefined ? '—' : undefined;
  return (
    <section aria-label="Your settlements">
      <StatCards count={3} isBusy={data === undefined && !isError}>
        <StatCard label="Total Settled">
          {data ? <MoneyFigure amountShillings={data.totalSettled} /> : missing}
        </StatCard>
        <StatCard label="Pending Settlements">
          {data ? <MoneyFigure amountShillings={data.pendingSettlements} /> : missing}
        </StatCard>
        <StatCard label="Average Settlement">{data ? (data.averageSettlement ?? '—') : missing}</StatCard>
      </StatCards>
    </section>
  );
}

type Totals = CallAnswer<typeof listSettlements>['totals'];

/** How many batches fit and what they come to, above the list. */
function SettlementCount({ totals }: { totals: Totals }) {
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
function SettlementTotals({ shown, totals }: { shown: number; totals: Totals }) {
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

function Status({ status }: Pick<Settlement, 'status'>) {
  return status === 'Completed' ? <StatusText status={status} /> : <StatusBadge status={status} />;
}
