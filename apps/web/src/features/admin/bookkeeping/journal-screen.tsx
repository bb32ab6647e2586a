import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { journal, journalCsv, type JournalLine } from '@zawadi/contract/bookkeeping';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { dayText, nairobiDay } from '../../../ui/calendar-text.ts';
import { DataTable, TableFoot, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { isPeriod, lastMonth, lastYear, latestDays, type Period } from '../../lists/period.ts';
import { ReportPeriod } from '../../lists/report-period.tsx';
import { Cents } from '../cents.tsx';
import { centsText } from '../cents-text.ts';
import { figureText } from '../figure-text.ts';
import { ReportFrame } from '../reports/report-frame.tsx';
import { ReportTabs } from '../reports/report-tabs.tsx';

const HERE = '/admin/reports/journal';
const DAY_MS = 86_400_000;

type Journal = CallAnswer<typeof journal>;

/** Exports journals for bookkeeping programs: one journal for each past day. */
export function JournalScreen() {
  const { from, to } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const [today] = useState(() => nairobiDay(new Date()));
  const [yesterday] = useState(() => nairobiDay(new Date(Date.now() - DAY_MS)));
  const [period, setPeriod] = useState<Period>(() =>
    from === undefined || to === undefined || to >= today ? lastMonth(today) : { from, to },
  );
  const choose = (next: Period) => {
    setPeriod(next);
    if (isPeriod(next)) void navigate({ search: next, replace: true, resetScroll: false });
  };
  const presets = [
    { label: 'Yesterday', of: latestDays(yesterday, 1) },
    { label: '7 days', of: latestDays(yesterday, 7) },
    { label: 'Last month', of: lastMonth(today) },
    { label: 'One year', of: lastYear(yesterday) },
  ];
  return (
    <>
      <PageTitle title="Journal">
        For QuickBooks Online and Xero: one journal for each day that is over.{' '}
        <Link to="/admin/settings/bookkeeping">Accounts</Link>
      </PageTitle>
      <ReportTabs days={isPeriod(period) ? period : {}} />
      <ReportPeriod today={yesterday} period={period} onChange={choose} presets={presets} />
      {isPeriod(period) && <JournalOf period={period} />}
    </>
  );
}

function JournalOf({ period }: { period: Period }) {
  const report = useQuery({
    queryKey: adminQueryKeys.journal(period),
    queryFn: ({ signal }) => call(journal, { query: period, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportFrame report={report}>
      {(found) =>
        found.journals === 0 ? (
          <Sheet>
            <EmptyState title="Nothing was posted in this period" />
          </Sheet>
        ) : (
          <Found journal={found} />
        )
      }
    </ReportFrame>
  );
}

function Found({ journal: { journals, debit, credit, accounts, files, unmapped } }: { journal: Journal }) {
  return (
    <>
      {unmapped.length > 0 && <Unmapped kinds={unmapped} />}
      <section aria-label="The period in figures">
        <StatCards count={3} isBusy={false}>
          <StatCard label="Journals">{figureText(journals)}</StatCard>
          <StatCard label="Debit">{centsText(debit)}</StatCard>
          <StatCard label="Credit">{centsText(credit)}</StatCard>
        </StatCards>
      </section>
      {unmapped.length === 0 && <Files files={files} />}
      <Sheet title="By account">
        <DataTable
          caption="What the journals come to, by account"
          columns={accountColumns}
          rows={accounts}
          rowKey={({ code }) => code}
        />
        <TableFoot>
          <span className="muted">Whole period, KES with cents</span>
          <span>
            Debit <Cents amountCents={debit} />
          </span>
        </TableFoot>
      </Sheet>
    </>
  );
}

function Unmapped({ kinds }: { kinds: readonly string[] }) {
  return (
    <Alert tone="danger">
      <b className="strong">These accounts of the ledger are not mapped: {kinds.join(', ')}.</b> Without them
      no file is made. <Link to="/admin/settings/bookkeeping">Map them in Settings</Link>
    </Alert>
  );
}

const PROGRAMS = { quickbooks: 'QuickBooks Online', xero: 'Xero' } as const;

type ProgramFile = Period & { program: keyof typeof PROGRAMS; lines: number };

/** Lists the files to download. Xero imports at most 300 lines, so a long period is split into several files. */
function Files({ files }: Pick<Journal, 'files'>) {
  const rows: ProgramFile[] = (['quickbooks', 'xero'] as const).flatMap((program) =>
    files[program].map((file) => ({ ...file, program })),
  );
  return (
    <Sheet title="Files to import">
      <DataTable
        caption="Files for bookkeeping programs"
        columns={fileColumns}
        rows={rows}
        rowKey={({ program, from }) => `${program} ${from}`}
      />
    </Sheet>
  );
}

const fileColumns: readonly Column<ProgramFile>[] = [
  { label: 'Program', cell: ({ program }) => PROGRAMS[program], cardPart: 'name' },
  {
    label: 'Days',
    cell: ({ from, to }) =>
      from === to ? dayText(from, 'short') : `${dayText(from, 'short')} to ${dayText(to, 'short')}`,
    cardPart: 'second',
  },
  { label: 'Lines', cell: ({ lines }) => figureText(lines), isRight: true, from: 900 },
  {
    label: 'File',
    cell: ({ program, from, to }) => (
      <ExportButton
        fetching={async () => fetchFile(journalCsv, { params: { program }, query: { from, to } })}
      >
        CSV
      </ExportButton>
    ),
    isRight: true,
    cardPart: 'amount',
  },
];

const accountColumns: readonly Column<JournalLine>[] = [
  { label: 'Code', cell: ({ code }) => code, cardPart: 'second', className: 'code' },
  { label: 'Account', cell: ({ name }) => name, cardPart: 'name' },
  {
    label: 'Debit',
    cell: ({ debit }) => debit > 0 && <SideOf label="Debit" amountCents={debit} />,
    isRight: true,
    cardPart: 'third',
  },
  {
    label: 'Credit',
    cell: ({ credit }) => credit > 0 && <SideOf label="Credit" amountCents={credit} />,
    isRight: true,
    cardPart: 'side',
  },
];

function SideOf({ label, amountCents }: { label: string; amountCents: number }) {
  return (
    <>
      <span className="card-label">{label} </span>
      <Cents amountCents={amountCents} />
    </>
  );
}
