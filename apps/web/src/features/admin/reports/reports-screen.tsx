import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { reportCsv, reportPdf, walletsReport, type ReportName } from '@zawadi/contract/reports';
import { Fragment, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { trialBalance } from '@zawadi/contract/postings';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import { call, fetchFile } from '../../../api/call.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isPeriod, thisMonth, type Period } from '../../lists/period.ts';
import { ReportPeriod } from '../../lists/report-period.tsx';
import { useExportPlace } from '../../lists/use-export-place.tsx';
import { centsText } from '../cents-text.ts';
import { figureText } from '../figure-text.ts';
import { ExpiriesReport } from './expiries-report.tsx';
import { FeesReport } from './fees-report.tsx';
import { LiabilityReport } from './liability-report.tsx';
import { MerchantsReport } from './merchants-report.tsx';
import { reportNamed } from './report-search.ts';
import { ReportTabs } from './report-tabs.tsx';
import { VolumeReport } from './volume-report.tsx';
import { ReportFrame } from './report-frame.tsx';
import { BalanceHistory } from './balance-history.tsx';
import { FigureTable, sumColumns, TotalFoot } from './figure-table.tsx';
import { useReport } from './use-report.ts';

const columns = sumColumns('Wallets', ['wallet', 'wallets']);

const HERE = '/admin/reports/$report';

const REPORTS = {
  volume: VolumeReport,
  fees: FeesReport,
  liability: LiabilityReport,
  expiries: ExpiriesReport,
  wallets: WalletsReport,
  merchants: MerchantsReport,
  'trial-balance': TrialBalanceReport,
} as const satisfies Record<ReportName, (props: { period: Period }) => React.ReactNode>;

/** One report after the other, of the same period. The address holds the report and the period. */
export function ReportsScreen() {
  const { from, to } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const report = reportNamed(useParams({ from: HERE }).report) ?? 'volume';
  const [today] = useState(() => nairobiDay(new Date()));
  const [period, setPeriod] = useState<Period>(() =>
    from === undefined || to === undefined ? thisMonth(today) : { from, to },
  );
  const choose = (next: Period) => {
    setPeriod(next);
    if (isPeriod(next)) void navigate({ search: next, replace: true, resetScroll: false });
  };
  const Report = REPORTS[report];
  const { aside, below } = useExportPlace(isPeriod(period) && <Exports report={report} period={period} />);
  return (
    <>
      <PageTitle title="Reports" aside={aside} />
      <ReportTabs days={isPeriod(period) ? period : {}} />
      {report !== 'trial-balance' && <ReportPeriod today={today} period={period} onChange={choose} />}
      <Report key={report} period={period} />
      {below}
    </>
  );
}

function Exports({ report, period }: { report: ReportName; period: Period }) {
  const input = { params: { report }, query: period };
  return (
    <>
      <ExportButton fetching={async () => fetchFile(reportCsv, input)}>Export CSV</ExportButton>
      <ExportButton fetching={async () => fetchFile(reportPdf, input)}>Export PDF</ExportButton>
    </>
  );
}

/** What the ledger holds now, by kind of account. */
function TrialBalanceReport() {
  const balance = useQuery({
    queryKey: queryKeys.trialBalance,
    queryFn: ({ signal }) => call(trialBalance, { signal }),
    refetchInterval: 30_000,
  });
  return (
    <ReportFrame report={balance}>
      {({ accounts, difference }) => (
        <>
          <Verdict difference={difference} />
          <Sheet title="Trial balance">
            <TrialBalanceTable accounts={accounts} />
          </Sheet>
        </>
      )}
    </ReportFrame>
  );
}

function Verdict({ difference }: { difference: number }) {
  if (difference === 0) return <Alert tone="success">Debits and credits agree.</Alert>;
  return (
    <Alert tone="danger" isLive>
      <b className="strong">Debits and credits differ by {centsText(difference)}.</b> Stop pay-outs and look
      for the cause before anything else.
    </Alert>
  );
}

type Account = CallAnswer<typeof trialBalance>['accounts'][number];

/** Accounts in two columns, debit and credit, with their totals. KES with cents. */
function TrialBalanceTable({ accounts }: { accounts: readonly Account[] }) {
  return (
    // Large sums need more room than a phone has, and what scrolls has to be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="ledger-frame" aria-label="Balances" tabIndex={0}>
      <table className="ledger">
        <caption className="sr">Balances in KES with cents</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ kind, side, balance }) => (
            <tr key={kind}>
              <th scope="row">
                <AccountName kind={kind} />
              </th>
              <td>{side === 'debit' ? centsText(balance) : ''}</td>
              <td>{side === 'credit' ? centsText(balance) : ''}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{centsText(total(accounts, 'debit'))}</td>
            <td>{centsText(total(accounts, 'credit'))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

// Long names break behind a colon on a phone, never inside a word.
function AccountName({ kind }: { kind: string }) {
  return kind.split(/(?<=:)/u).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function total(accounts: readonly Account[], side: Account['side']): number {
  return accounts.filter((account) => account.side === side).reduce((sum, { balance }) => sum + balance, 0);
}

/** What is owed to consumers on their wallets, and how it went. */
function WalletsReport({ period }: { period: Period }) {
  const report = useReport('wallets', period, (signal) => call(walletsReport, { query: period, signal }));
  return (
    <ReportFrame report={report}>
      {({ total, held, sizes, days }) => (
        <>
          <section aria-label="Now">
            <StatCards count={3} isBusy={false}>
              <StatCard label="Owed on wallets now">
                <MoneyFigure amountShillings={total.amount} />
              </StatCard>
              <StatCard label="Wallets">{figureText(total.count)}</StatCard>
              <StatCard label="Set aside">
                <MoneyFigure amountShillings={held} />
              </StatCard>
            </StatCards>
          </section>
          <FigureTable
            title="Wallets by what is in them"
            nameLabel="Balance"
            columns={columns}
            rows={sizes.map(({ from, to, ...sum }) => ({ ...sum, name: sizeText(from, to) }))}
            empty={<EmptyState title="All wallets are empty" />}
            foot={
              <TotalFoot
                note="As it stands now, whatever the period."
                total={<Money amountShillings={total.amount} />}
              />
            }
          />
          <BalanceHistory title="At the end of each day" days={days} />
        </>
      )}
    </ReportFrame>
  );
}

function sizeText(from: number, to: number | undefined): string {
  return to === undefined ? `${formatKes(from)} or more` : `${formatKes(from)} to ${figureText(to)}`;
}
