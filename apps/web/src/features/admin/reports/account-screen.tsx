import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  accountStatement,
  accountStatementCsv,
  suspenseItems,
  type StatementLine,
} from '@zawadi/contract/reports-ledger';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { isId, shortReference } from '@zawadi/contract/short-reference';
import { useState } from 'react';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { dayText, nairobiDay } from '../../../ui/calendar-text.ts';
import { DataTable, TableFoot, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { ExportButton } from '../../files/export-button.tsx';
import { isPeriod, thisMonth, type Period } from '../../lists/period.ts';
import { ReportPeriod } from '../../lists/report-period.tsx';
import { useExportPlace } from '../../lists/use-export-place.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { Cents } from '../cents.tsx';
import { centsText } from '../cents-text.ts';
import { figureText } from '../figure-text.ts';
import { ReportFrame } from './report-frame.tsx';

/** Accounts that the posting desk fills or empties. */
const ON_THE_DESK: readonly string[] = ['bank:payout', 'mpesa:payout', 'vouchers:expired', 'capital'];

const HERE = '/admin/reports/accounts/$account';

/** Statement of one ledger account: opening balance, entries, closing balance. */
export function AccountScreen() {
  const { account } = useParams({ from: HERE });
  const { from, to } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const [today] = useState(() => nairobiDay(new Date()));
  const [period, setPeriod] = useState<Period>(() =>
    from === undefined || to === undefined ? thisMonth(today) : { from, to },
  );
  const choose = (next: Period) => {
    setPeriod(next);
    if (isPeriod(next)) void navigate({ search: next, replace: true, resetScroll: false });
  };
  const query = { account, ...period };
  const { aside, below } = useExportPlace(
    isPeriod(period) && (
      <ExportButton fetching={async () => fetchFile(accountStatementCsv, { query })}>Export CSV</ExportButton>
    ),
  );
  return (
    <>
      <PageTitle title={account} aside={aside}>
        An account of the ledger, in KES with cents.{' '}
        <Link to="/admin/reports/$report" params={{ report: 'trial-balance' }} search={period}>
          All accounts
        </Link>
        {ON_THE_DESK.includes(account) && (
          <>
            {' · '}
            <Link to="/admin/posting-requests">Posting desk</Link>
          </>
        )}
      </PageTitle>
      <ReportPeriod today={today} period={period} onChange={choose} />
      {account === 'suspense' && <SuspenseItems />}
      {isPeriod(period) && <Statement key={account} account={account} period={period} />}
      {below}
    </>
  );
}

function Statement({ account, period }: { account: string; period: Period }) {
  const query = { account, ...period, limit: 50 };
  const list = usePages(accountStatement, { queryKey: adminQueryKeys.accountStatement(query), query });
  const head = list.data?.pages[0];
  return (
    <>
      {head && <Balances statement={head} />}
      <Sheet title={head?.isByDay === true ? 'By day' : 'Transfers'}>
        <EndlessTable
          caption={`Statement of ${account}`}
          columns={columns}
          paging={list}
          failed={{
            title: 'This statement could not be loaded',
            text: 'The books themselves are not affected.',
          }}
          rows={list.data?.pages.flatMap(({ lines }) => lines)}
          rowKey={(line) => line.transferId ?? `${line.day} ${line.event} ${line.other} ${line.side}`}
          empty={<EmptyState title="Nothing was posted in this period" />}
        />
      </Sheet>
    </>
  );
}

type StatementHead = Pick<
  CallAnswer<typeof accountStatement>,
  'opening' | 'closing' | 'debit' | 'credit' | 'side'
>;

function Balances({ statement: { opening, closing, debit, credit } }: { statement: StatementHead }) {
  return (
    <section aria-label="The period in figures">
      <StatCards count={4} isBusy={false}>
        <StatCard label="Opening balance">{centsText(opening)}</StatCard>
        <StatCard label="Debit">{centsText(debit)}</StatCard>
        <StatCard label="Credit">{centsText(credit)}</StatCard>
        <StatCard label="Closing balance">{centsText(closing)}</StatCard>
      </StatCards>
    </section>
  );
}

const columns: readonly Column<StatementLine>[] = [
  {
    label: 'Posted',
    cell: ({ at, day }) => (at === undefined ? dayText(day, 'short') : timeText(new Date(at))),
    cardPart: 'second',
  },
  {
    label: 'Event',
    cell: ({ event, transfers }) => (
      <>
        {eventText(event)}
        {transfers > 1 && <span className="muted"> · {figureText(transfers)} transfers</span>}
      </>
    ),
    cardPart: 'name',
  },
  { label: 'Other account', cell: ({ other }) => <OtherAccount account={other} />, cardPart: 'third' },
  {
    label: 'Reference',
    cell: ({ reference }) =>
      reference !== undefined && (
        <Link to="/admin/transactions" search={{ search: reference }} className="code">
          {isId(reference) ? shortReference(reference) : reference}
        </Link>
      ),
    from: 1200,
  },
  {
    label: 'Debit',
    cell: ({ side, amount }) => side === 'debit' && <Cents amountCents={amount} />,
    isRight: true,
    cardPart: 'amount',
  },
  {
    label: 'Credit',
    cell: ({ side, amount }) => side === 'credit' && <Cents amountCents={amount} />,
    isRight: true,
    cardPart: 'amount',
  },
  {
    label: 'Balance',
    cell: ({ balance }) => <Cents amountCents={balance} />,
    isRight: true,
    cardPart: 'side',
  },
];

/** Formats an event as words: `settlement_paid` → `Settlement paid`. */
function eventText(event: string): string {
  const words = event.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The other account's kind, linked to its statement. The statement of a member's account links on to the person or
 * shop.
 */
function OtherAccount({ account }: { account: string }) {
  const [kind = account, member] = account.split(/:(?=[\da-f]{8}-)/u);
  return (
    <Link to="/admin/reports/accounts/$account" params={{ account }} className="code">
      {member === undefined ? kind : `${kind} ${shortReference(member)}`}
    </Link>
  );
}

/** Lists the items in suspense, and which decision each item waits for. */
function SuspenseItems() {
  const report = useQuery({
    queryKey: adminQueryKeys.suspense,
    queryFn: ({ signal }) => call(suspenseItems, { signal }),
  });
  return (
    <ReportFrame report={report}>
      {({ items, balance, unexplained }) => (
        <Sheet title="What is in it now">
          {unexplained !== 0 && (
            <Alert tone="danger">
              <b>
                <Cents amountCents={unexplained} /> has no open review.
              </b>{' '}
              Suspense holds other people’s money. Find out whose it is before you book anything against it.
            </Alert>
          )}
          {items.length === 0 ? (
            <EmptyState title="Nothing waits in suspense" />
          ) : (
            <>
              <DataTable
                caption="Money in suspense by review"
                columns={itemColumns}
                rows={items}
                rowKey={({ reviewId }) => reviewId}
              />
              <TableFoot>
                <span className="muted">Each amount waits for a decision in Reviews.</span>
                <span>
                  Total <Cents amountCents={balance} />
                </span>
              </TableFoot>
            </>
          )}
        </Sheet>
      )}
    </ReportFrame>
  );
}

type Item = CallAnswer<typeof suspenseItems>['items'][number];

const itemColumns: readonly Column<Item>[] = [
  {
    label: 'Review',
    cell: ({ text, reviewId }) => (
      <Link to="/admin/transactions/reviews" search={{ review: reviewId }}>
        {text}
      </Link>
    ),
    cardPart: 'name',
  },
  { label: 'Since', cell: ({ at }) => timeText(new Date(at)), cardPart: 'second' },
  { label: 'Reference', cell: ({ reference }) => reference, cardPart: 'third', className: 'code' },
  {
    label: 'Amount',
    cell: ({ amount }) => <Cents amountCents={amount} />,
    isRight: true,
    cardPart: 'amount',
  },
];
