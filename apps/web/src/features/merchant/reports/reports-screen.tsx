import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { merchantReport, merchantReportCsv } from '@zawadi/contract/merchant-reports';
import { useState } from 'react';
import { call, fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { isPeriod, thisMonth, type Period } from '../../lists/period.ts';
import { ExportButton } from '../../files/export-button.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ReportPeriod } from '../../lists/report-period.tsx';
import { ReportTables } from './report-tables.tsx';

const HERE = '/merchant/dashboard/reports';

/** Sales of a period by day, hour and staff. The address holds the period and the table. */
export function ReportsScreen() {
  const { from, to, by = 'day' } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const [today] = useState(() => nairobiDay(new Date()));
  const [period, setPeriod] = useState<Period>(() =>
    from === undefined || to === undefined ? thisMonth(today) : { from, to },
  );
  const report = useReport(period);
  const show = (next: Period, table = by) => {
    setPeriod(next);
    if (isPeriod(next)) void navigate({ search: { ...next, by: table }, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageTitle
        title="Reports"
        aside={
          isPeriod(period) && (
            <ExportButton fetching={async () => fetchFile(merchantReportCsv, { query: { ...period, by } })}>
              Export CSV
            </ExportButton>
          )
        }
      />
      <ReportPeriod today={today} period={period} onChange={show} />
      <ReportFigures report={report.data} isMissing={report.isError && report.data === undefined} />
      {report.data !== undefined && (
        <ReportTables report={report.data} by={by} onBy={(table) => show(period, table)} />
      )}
      {report.data === undefined && !report.isError && <SkeletonBlock height="24rem" radius="12px" />}
      {report.data === undefined && report.isError && (
        <Sheet>
          <LoadFailure of={report}>Your money is safe. We could not add up your sales.</LoadFailure>
        </Sheet>
      )}
    </>
  );
}

function useReport(period: Period) {
  return useQuery({
    queryKey: queryKeys.merchantReport(period),
    queryFn: ({ signal }) => call(merchantReport, { query: period, signal }),
    enabled: isPeriod(period),
    placeholderData: keepPreviousData,
  });
}
