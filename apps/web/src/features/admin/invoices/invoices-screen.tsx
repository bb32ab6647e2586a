import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import {
  invoicesCsv,
  issueInvoices,
  listInvoices,
  type Invoice,
  type InvoiceFilters,
} from '@zawadi/contract/invoices';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { monthText, nairobiDay } from '../../../ui/calendar-text.ts';
import { TableFoot, type Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { Cents } from '../cents.tsx';
import { countText } from '../count-text.ts';
import { MERCHANT_CODE_FILTER } from '../merchant-code-filter.ts';
import { ReportTabs } from '../reports/report-tabs.tsx';
import { useRights } from '../use-rights.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { invoiceSearch, latestMonths } from './invoice-search.ts';
import '../money-lists.css';

type Page = CallAnswer<typeof listInvoices>;

const MONTHS_OFFERED = 24;

/** Invoices to merchants for settlement fees, and the months whose invoices are not yet issued. */
export function InvoicesScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(invoiceSearch);
  const [opened, setOpened] = useState<Invoice>();
  const list = usePages(listInvoices, { queryKey: adminQueryKeys.invoiceList(filters), query: filters });
  const head = list.data?.pages[0];
  return (
    <ListScreen
      title="Invoices"
      exports={
        <ExportButton fetching={async () => fetchFile(invoicesCsv, { query: filters })}>
          Export CSV
        </ExportButton>
      }
      above={
        <>
          <ReportTabs days={{}} />
          {head !== undefined && <ToIssue page={head} />}
        </>
      }
      filters={<Filters filters={filters} onChange={change} onClear={clear} />}
      count={head !== undefined && <InvoiceCount totals={head.totals} />}
      sheetClassName="money-list"
      caption="Invoices, newest first"
      columns={columns(setOpened)}
      rows={list.data?.pages.flatMap(({ invoices }) => invoices)}
      rowKey={({ number }) => number}
      paging={list}
      failed={{ title: 'Failed to load the invoices', text: 'What is issued stays as it is.' }}
      none={{
        title: 'No invoices yet',
        text: 'Each merchant with settlement fees in a month gets one when the month is over.',
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No invoices found' }}
      foot={
        head !== undefined && (
          <TableFoot>
            <span className="muted">Fees include VAT.</span>
            <span>
              VAT <Cents amountCents={head.totals.vatCents} />
            </span>
          </TableFoot>
        )
      }
    >
      {opened !== undefined && <InvoiceDialog invoice={opened} onClose={() => setOpened(undefined)} />}
    </ListScreen>
  );
}

function columns(onOpen: (invoice: Invoice) => void): Column<Invoice>[] {
  return [
    {
      label: 'Number',
      cell: (invoice) => (
        <button type="button" className="row-open code" onClick={() => onOpen(invoice)}>
          {invoice.number}
        </button>
      ),
      cardPart: 'second',
    },
    { label: 'Merchant', cell: ({ buyerName }) => buyerName, cardPart: 'name' },
    { label: 'Month', cell: ({ month }) => monthText(month, 'long'), cardPart: 'third' },
    { label: 'Issued', cell: ({ issuedAt }) => <Time at={issuedAt} />, from: 1200 },
    { label: 'VAT', cell: ({ vatCents }) => <Cents amountCents={vatCents} />, isRight: true, from: 900 },
    {
      label: 'Fees with VAT',
      cell: ({ amount }) => <Money amountShillings={amount} />,
      isRight: true,
      cardPart: 'amount',
    },
    {
      label: 'eTIMS number',
      cell: ({ etimsNumber }) =>
        etimsNumber ?? (
          <span className="muted">
            <span className="card-label">eTIMS number </span>missing
          </span>
        ),
      cardPart: 'side',
    },
  ];
}

function InvoiceCount({ totals }: { totals: Page['totals'] }) {
  return (
    <>
      <span>
        <b>{totals.count.toLocaleString('en-KE')}</b> {totals.count === 1 ? 'invoice' : 'invoices'}
      </span>
      <span>
        Total <Money amountShillings={totals.amount} />
      </span>
    </>
  );
}

type FiltersProps = {
  filters: InvoiceFilters;
  onChange: (part: Record<string, unknown>) => void;
  onClear: () => void;
};

function Filters(props: FiltersProps) {
  const [today] = useState(() => nairobiDay(new Date()));
  const fields: FilterField[] = [
    {
      kind: 'choice',
      name: 'month',
      label: 'Month',
      options: [
        { value: 'all', label: 'All months' },
        ...latestMonths(today, MONTHS_OFFERED).map((month) => ({
          value: month,
          label: monthText(month, 'long'),
        })),
      ],
    },
    {
      kind: 'choice',
      name: 'etims',
      label: 'eTIMS number',
      options: [
        { value: 'all', label: 'With and without eTIMS' },
        { value: 'missing', label: 'eTIMS number missing' },
        { value: 'entered', label: 'eTIMS number entered' },
      ],
    },
    MERCHANT_CODE_FILTER,
  ];
  return <FilterBar {...props} fields={fields} />;
}

/** Remaining steps: name the issuer, and issue the month's invoices. */
function ToIssue({ page: { isSetUp, toIssue } }: { page: Page }) {
  const { isAdministrator, mayMoveMoney } = useRights();
  const [isAsking, setAsking] = useState(false);
  if (!isSetUp) {
    return (
      <Alert tone="warn">
        <div className="stack-2">
          <b className="strong">No issuer of invoices is set.</b>
          <p>Enter the name, KRA PIN and address of your business, and the first month.</p>
          {isAdministrator && (
            <p>
              <Link
                to="/admin/settings/invoices"
                className={buttonClass({ variant: 'secondary', small: true })}
              >
                Set up invoices
              </Link>
            </p>
          )}
        </div>
      </Alert>
    );
  }
  const [first] = toIssue;
  if (first === undefined) return null;
  const merchants = toIssue.reduce((sum, one) => sum + one.merchants, 0);
  return (
    <Alert>
      <div className="stack-2">
        <p>
          <b className="strong">{countText(merchants, 'invoice is', 'invoices are')} to be issued</b>, from{' '}
          {monthText(first.month, 'long')} on. This happens automatically at night.
        </p>
        {mayMoveMoney && (
          <p>
            <Button variant="secondary" small onClick={() => setAsking(true)}>
              Issue now…
            </Button>
          </p>
        )}
      </div>
      {isAsking && <IssueDialog toIssue={toIssue} onClose={() => setAsking(false)} />}
    </Alert>
  );
}

function IssueDialog({ toIssue, onClose }: Pick<Page, 'toIssue'> & { onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title="Issue invoices now?"
      action="Issue"
      busyLabel="Issuing..."
      confirm={async () => {
        const { issued } = await call(issueInvoices, { body: {} });
        onClose();
        toast.success(`${countText(issued, 'invoice', 'invoices')} issued`);
      }}
      onDone={() => void queries.invalidateQueries({ queryKey: adminQueryKeys.invoices })}
      onClose={onClose}
    >
      <ul className="stack-2">
        {toIssue.map(({ month, merchants, amount }) => (
          <li key={month} className="spread">
            <span>
              {monthText(month, 'long')} · {countText(merchants, 'merchant', 'merchants')}
            </span>
            <Money amountShillings={amount} />
          </li>
        ))}
      </ul>
      <p className="muted">An issued invoice keeps its number and stays as it is.</p>
    </ConfirmDialog>
  );
}
