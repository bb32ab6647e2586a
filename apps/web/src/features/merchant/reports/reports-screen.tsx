import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { merchantReport, merchantReportCsv } from '@zawadi/contract/merchant-reports';
import { useState } from 'react';
import { formatKes } from '@zawadi/contract/money';
import { call, fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { Money, MoneyFigure } from '../../../ui/money.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { BarChart, ChartKey } from '../../../ui/bar-chart.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { TableFoot } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { isPeriod, thisMonth, type Period } from '../../lists/period.ts';
import { ExportButton } from '../../files/export-button.tsx';
import { ReportPeriod } from '../../lists/report-period.tsx';
import { useExportPlace } from '../../lists/use-export-place.tsx';
import { usePlaceOptions } from '../places/use-places.ts';
import { barsOf, namedLines, type Report } from './report-lines.ts';
import type { ReportTable as Table } from './report-search.ts';
import { ReportTable } from './report-table.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { useMerchant } from '../../session/session.tsx';
import { say } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';

type ReportTablesProps = { report: Report; by: Table; onBy: (by: Table) => void };

const TABLES = [
  { by: 'day', label: 'By day', title: 'Sales by day', nameLabel: 'Day' },
  { by: 'hour', label: 'By hour', title: 'Sales by hour of the day', nameLabel: 'Hour' },
  { by: 'staff', label: 'By staff', title: 'Sales by staff', nameLabel: 'Served by' },
  { by: 'place', label: 'By place', title: 'Sales by place', nameLabel: 'Place' },
] as const satisfies readonly ({ by: Table } & Record<'label' | 'title' | 'nameLabel', Phrase>)[];

const NO_SALES = {
  day: 'We leave out days without sales.',
  hour: 'We leave out hours without sales.',
  staff: 'We leave out staff without redemptions.',
  place: 'We leave out places without redemptions.',
} as const satisfies Record<Table, Phrase>;

const HERE = '/merchant/dashboard/reports';

/** Sales of a period by day, hour, staff and place. The URL keeps the period, the table and the chosen place. */
export function ReportsScreen() {
  const { from, to, by = 'day', placeId } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const [today] = useState(() => nairobiDay(new Date()));
  const [period, setPeriod] = useState<Period>(() =>
    from === undefined || to === undefined ? thisMonth(today) : { from, to },
  );
  const places = usePlaceOptions();
  const report = useReport(period, placeId);
  const show = (next: Period, { table = by, place = placeId } = {}) => {
    setPeriod(next);
    const search = { ...next, by: table, ...(place !== undefined && place !== '' && { placeId: place }) };
    if (isPeriod(next)) void navigate({ search, replace: true, resetScroll: false });
  };
  const { aside, below } = useExportPlace(
    isPeriod(period) && (
      <ExportButton
        fetching={async () => fetchFile(merchantReportCsv, { query: { ...period, by, placeId } })}
      >
        {say('Export CSV')}
      </ExportButton>
    ),
  );
  return (
    <>
      <PageTitle title={say('Reports')} aside={aside} />
      <ReportPeriod today={today} period={period} onChange={show} />
      {places.length > 0 && (
        <SelectField
          className="max-w-96"
          label={say('Place')}
          options={[{ value: '', label: say('All places') }, ...places]}
          value={placeId ?? ''}
          onChange={({ target }) => show(period, { place: target.value })}
        />
      )}
      <ReportFigures report={report.data} isMissing={report.isError && report.data === undefined} />
      {report.data !== undefined && (
        <ReportTables report={report.data} by={by} onBy={(table) => show(period, { table })} />
      )}
      {report.data === undefined && !report.isError && <FactsSkeleton rows={7} />}
      {report.data === undefined && report.isError && (
        <Sheet>
          <LoadFailure of={report}>{say('Your money is safe. We could not add up your sales.')}</LoadFailure>
        </Sheet>
      )}
      {below}
    </>
  );
}

function useReport(period: Period, placeId: string | undefined) {
  return useQuery({
    queryKey: queryKeys.merchantReport({ ...period, placeId }),
    queryFn: ({ signal }) => call(merchantReport, { query: { ...period, placeId }, signal }),
    enabled: isPeriod(period),
    placeholderData: keepPreviousData,
  });
}

/** Totals of the period. If they fail to load, they show dashes, and the chart below shows the error. */
function ReportFigures({ report, isMissing }: { report: Report | undefined; isMissing: boolean }) {
  const { isOfOnePlace } = useMerchant();
  const missing = isMissing ? '—' : undefined;
  const total = report?.total;
  return (
    <section aria-label={say('The period in figures')}>
      <StatCards count={isOfOnePlace ? 3 : 4} isBusy={report === undefined && !isMissing}>
        <StatCard label={say('Sales')}>
          {total ? <MoneyFigure amountShillings={total.sales} /> : missing}
        </StatCard>
        <StatCard label={say('Redemptions')} note={total ? cameTo(total.redeemed) : null}>
          {total ? total.redemptions.toLocaleString('en-KE') : missing}
        </StatCard>
        <StatCard label={say('Reversals')} note={total ? cameTo(total.reversed) : null}>
          {total ? total.reversals.toLocaleString('en-KE') : missing}
        </StatCard>
        {!isOfOnePlace && (
          <StatCard label={say('Settlement fees')}>
            {total ? <MoneyFigure amountShillings={total.fees} /> : missing}
          </StatCard>
        )}
      </StatCards>
    </section>
  );
}

function cameTo(amount: number): string {
  return say('Came to {amount}', { amount: formatKes(amount) });
}

/** Bar chart and table of a period, by day, hour or staff. */
function ReportTables({ report, by, onBy }: ReportTablesProps) {
  const { title, nameLabel } = TABLES.find((table) => table.by === by) ?? TABLES[0];
  const { redemptions, reversals } = report.total;
  return (
    <>
      <div className="chips" role="group" aria-label={say('Sales by')}>
        {TABLES.map((table) => (
          <button
            key={table.by}
            type="button"
            className="chip"
            aria-pressed={table.by === by}
            onClick={() => onBy(table.by)}
          >
            {say(table.label)}
          </button>
        ))}
      </div>
      {redemptions + reversals === 0 ? (
        <Sheet>
          <NothingSold />
        </Sheet>
      ) : (
        <>
          <Sheet
            title={say(title)}
            action={<ChartKey labels={[say('Redeemed'), say('Reversed')]} />}
            className="chart-sheet"
          >
            <BarChart bars={barsOf(report, by)} />
          </Sheet>
          <Sheet>
            <ReportTable
              caption={say('{title}, {from} to {to}', {
                title: say(title),
                from: report.from,
                to: report.to,
              })}
              nameLabel={say(nameLabel)}
              lines={namedLines(report, by)}
            />
            <TableFoot>
              <span className="muted">{say(NO_SALES[by])}</span>
              <span>
                <RichText text="Total {amount}" amount={<Money amountShillings={report.total.sales} />} />
              </span>
            </TableFoot>
          </Sheet>
        </>
      )}
    </>
  );
}

function NothingSold() {
  return (
    <EmptyState
      title={say('Nothing was redeemed in this period')}
      action={
        <Link className={buttonClass({ variant: 'secondary' })} to="/merchant/dashboard/redeem">
          {say('Redeem a voucher')}
        </Link>
      }
    />
  );
}
