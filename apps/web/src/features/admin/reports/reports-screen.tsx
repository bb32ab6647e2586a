import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { reportCsv, reportPdf, type ReportName } from '@zawadi/contract/reports';
import { useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isPeriod, thisMonth, type Period } from '../../lists/period.ts';
import { ReportPeriod } from '../../lists/report-period.tsx';
import { ExpiriesReport } from './expiries-report.tsx';
import { FeesReport } from './fees-report.tsx';
import { LiabilityReport } from './liability-report.tsx';
import { MerchantsReport } from './merchants-report.tsx';
import { reportNamed } from './report-search.ts';
import { ReportTabs } from './report-tabs.tsx';
import { TrialBalanceReport } from './trial-balance-report.tsx';
import { VolumeReport } from './volume-report.tsx';
import { WalletsReport } from './wallets-report.tsx';

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
  return (
    <>
      <PageTitle title="Reports" aside={isPeriod(period) && <Exports report={report} period={period} />} />
      <ReportTabs days={isPeriod(period) ? period : {}} />
      {report !== 'trial-balance' && <ReportPeriod today={today} period={period} onChange={choose} />}
      <Report key={report} period={period} />
    </>
  );
}

function Exports({ report, period }: { report: ReportName; period: Period }) {
  const input = { params: { report }, query: period };
  return (
    <div className="row">
      <ExportButton fetching={async () => fetchFile(reportCsv, input)}>Export CSV</ExportButton>
      <ExportButton fetching={async () => fetchFile(reportPdf, input)}>Export PDF</ExportButton>
    </div>
  );
}
