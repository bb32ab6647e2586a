import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { reportCsv, reportPdf, walletsReport, type ReportName } from '@zawadi/contract/reports';
import { useState } from 'react';
import { formatKes } from '@zawadi/contract/money';
import { call, fetchFile } from '../../../api/call.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isPeriod, thisMonth, type Period } from '../../lists/period.ts';
import { ReportPeriod } from '../../lists/report-period.tsx';
import { useExportPlace } from '../../lists/use-export-place.tsx';
import { figureText } from '../figure-text.ts';
import { ExpiriesReport } from './expiries-report.tsx';
import { FeesReport } from './fees-report.tsx';
import { LiabilityReport } from './liability-report.tsx';
import { MerchantsReport } from './merchants-report.tsx';
import { reportNamed } from './report-search.ts';
import { OwedReport } from './owed-report.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { TrialBalanceReport } from './trial-balance-report.tsx';
import { UssdReport } from './ussd-report.tsx';
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
  owed: OwedReport,
  ussd: UssdReport,
  'trial-balance': TrialBalanceReport,
} as const satisfies Record<ReportName, (props: { period: Period }) => React.ReactNode>;

/** The reports, all for the same period. The URL contains report and period. */
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
      {report !== 'owed' && report !== 'trial-balance' && (
        <ReportPeriod today={today} period={period} onChange={choose} />
      )}
      {report === 'trial-balance' && (
        <DateField
          label="At the end of"
          help="Today as it stands now."
          className="report-day"
          max={today}
          value={period.to}
          onChange={(to) => choose({ from: to < period.from && to !== '' ? to : period.from, to })}
        />
      )}
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

/** Sum of all consumers' wallets now, and its history. */
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
