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
import { settlementSearch, STATUSES } from '../../settlement-batch/settlement-search.ts';
import { MpesaNotice } from '../../stops/mpesa-notice.tsx';
import { StopNotice } from '../../stops/stop-notice.tsx';
import { NextSettlement } from './next-settlement.tsx';
import { useSettlementSummary } from './use-settlements.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say, translated } from '../../../i18n/say.ts';
import { daysInWords } from '../../settlement-batch/batch-words.ts';

/** The specification's columns. A click anywhere on a row opens the batch. */
const settlementColumns = (): Column<Settlement>[] => [
  {
    label: say('Batch ID'),
    cell: ({ batchId }) => (
      <Link className="row-open code" to="/merchant/dashboard/settlements/$batchId" params={{ batchId }}>
        {batchId}
      </Link>
    ),
    cardPart: 'name',
  },
  {
    label: say('Amount'),
    cell: ({ amount, status }) => (
      <Money amountShillings={amount} direction={status === 'Canceled' ? 'void' : undefined} />
    ),
    cardPart: 'amount',
    isRight: true,
  },
  { label: say('Status'), cell: ({ status }) => <Status status={status} />, cardPart: 'state' },
  { label: say('Date'), cell: ({ date }) => <Time at={date} />, cardPart: 'third' },
  {
    label: say('Payout channel'),
    cell: ({ payoutChannel }) => translated(payoutChannel),
    cardPart: 'second',
  },
  {
    label: say('Transactions'),
    cell: ({ transactionCount }) => transactionCount.toLocaleString('en-KE'),
    isRight: true,
    from: 900,
  },
  {
    label: say('Processing fee'),
    cell: ({ processingFee }) => (
      <>
        <span className="card-label">{say('Fee')} </span>
        <Money amountShillings={processingFee} />
      </>
    ),
    cardPart: 'side',
    isRight: true,
    from: 900,
  },
];

const filterFields = (): FilterField[] => [
  {
    kind: 'choice',
    name: 'status',
    label: say('Status'),
    options: [
      { value: 'all', label: say('All states') },
      ...STATUSES.map((value) => ({ value, label: say(value) })),
    ],
  },
  {
    kind: 'choice',
    name: 'payoutChannel',
    label: say('Payout channel'),
    options: [
      { value: 'all', label: say('All channels') },
      { value: 'M-Pesa', label: 'M-Pesa' },
      { value: 'Bank Transfer', label: say('Bank Transfer') },
    ],
  },
  { kind: 'days' },
];

/** Past and future pay-outs. The totals cover all filtered batches. */
export function SettlementsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(settlementSearch);
  const list = usePages(listSettlements, { queryKey: queryKeys.settlements(filters), query: filters });
  const rows = list.data?.pages.flatMap((page) => page.settlements);
  const totals = list.data?.pages[0]?.totals;
  return (
    <ListScreen
      title={say('Settlements')}
      intro={<Link to="/merchant/dashboard/settlements/invoices">{say('Invoices for the fees')}</Link>}
      exports={
        <>
          <ExportButton fetching={async () => fetchFile(settlementsCsv, { query: filters })}>
            {say('Export CSV')}
          </ExportButton>
          <ExportButton fetching={async () => fetchFile(settlementsPdf, { query: filters })}>
            {say('Export PDF')}
          </ExportButton>
        </>
      }
      above={
        <>
          <StopNotice of="settling" />
          <MpesaNotice />
          <SettlementCards />
          <NextSettlement />
        </>
      }
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={filterFields()} />}
      count={totals !== undefined && <SettlementCount totals={totals} />}
      caption={say('Settlement batches, newest first')}
      columns={settlementColumns()}
      rows={rows}
      rowKey={({ batchId }) => batchId}
      paging={list}
      failed={{
        title: say('Failed to load settlements'),
        text: say('Your money is safe. We could not reach the server.'),
      }}
      none={{
        title: say('No settlements yet'),
        text: say('We pay for today’s redemptions with the next settlement.'),
      }}
      found={{ isNarrowed, onShowAll: clear, title: say('No settlements found') }}
      foot={totals !== undefined && <SettlementTotals shown={rows?.length ?? 0} totals={totals} />}
    />
  );
}

/**
 * Sums that are settled and in transit, and the usual duration. If they fail to load, they show dashes, and the list
 * below shows the error.
 */
function SettlementCards() {
  const { data, isError } = useSettlementSummary();
  const missing = isError && data === undefined ? '—' : undefined;
  return (
    <section aria-label={say('Your settlements')}>
      <StatCards count={3} isBusy={data === undefined && !isError}>
        <StatCard label={say('Total Settled')}>
          {data ? <MoneyFigure amountShillings={data.totalSettled} /> : missing}
        </StatCard>
        <StatCard label={say('Pending Settlements')}>
          {data ? <MoneyFigure amountShillings={data.pendingSettlements} /> : missing}
        </StatCard>
        <StatCard label={say('Average Settlement')}>
          {data ? averageText(data.averageSettlement) : missing}
        </StatCard>
      </StatCards>
    </section>
  );
}

function averageText(days: string | undefined): string {
  return days === undefined ? '—' : daysInWords(days);
}

type Totals = CallAnswer<typeof listSettlements>['totals'];

/** Number and sum of all filtered batches, shown above the list. */
function SettlementCount({ totals }: { totals: Totals }) {
  return (
    <>
      <span>
        <RichText
          text={totals.count === 1 ? '<b>{count}</b> batch' : '<b>{count}</b> batches'}
          count={totals.count.toLocaleString('en-KE')}
        />
      </span>
      <span>
        <RichText text="Total {amount}" amount={<Money amountShillings={totals.amount} />} />
      </span>
    </>
  );
}

/** Sum of all filtered batches, not only of the loaded pages. */
function SettlementTotals({ shown, totals }: { shown: number; totals: Totals }) {
  return (
    <TableFoot>
      <span className="muted">
        {say('Showing {shown} of {count}', {
          shown: shown.toLocaleString('en-KE'),
          count: totals.count.toLocaleString('en-KE'),
        })}
      </span>
      <span>
        <RichText text="Total fees {amount}" amount={<Money amountShillings={totals.fees} />} />
      </span>
    </TableFoot>
  );
}

function Status({ status }: Pick<Settlement, 'status'>) {
  return status === 'Completed' ? <StatusText status={status} /> : <StatusBadge status={status} />;
}
