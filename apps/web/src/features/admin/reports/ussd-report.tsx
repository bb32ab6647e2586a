import { ussdReport, type UssdFigures } from '@zawadi/contract/reports';
import { call } from '../../../api/call.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { Period } from '../../lists/period.ts';
import { spanText } from '../../lists/day-groups.ts';
import { Cents } from '../cents.tsx';
import { figureText } from '../figure-text.ts';
import { costedText, networkName, secondsText, stepName } from '../ussd/ussd-words.ts';
import { FigureTable, shownOf, TotalFoot, type Named } from './figure-table.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport } from './use-report.ts';

/** Days are not combined to weeks: a week’s median does not follow from the medians of its days. */
const DAYS_SHOWN = 62;

/** USSD sessions of a period: what they came to, where callers left, how long they took and what they cost. */
export function UssdReport({ period }: { period: Period }) {
  const report = useReport('ussd', period, (signal) => call(ussdReport, { query: period, signal }));
  return (
    <ReportFrame report={report}>
      {({ total, days, networks, leftAt }) => (
        <>
          <section aria-label="The period in figures">
            <StatCards count={6} isBusy={false}>
              <StatCard label="Sessions">{figureText(total.sessions)}</StatCard>
              <StatCard label="Gifts added" note={shareText(total.claimed, total.sessions)}>
                {figureText(total.claimed)}
              </StatCard>
              <StatCard label="Withdrawals" note={shareText(total.withdrawn, total.sessions)}>
                {figureText(total.withdrawn)}
              </StatCard>
              <StatCard label="Gifts bought" note={shareText(total.bought, total.sessions)}>
                {figureText(total.bought)}
              </StatCard>
              <StatCard label="Median time">
                {total.medianSeconds === undefined ? '—' : secondsText(total.medianSeconds)}
              </StatCard>
              <StatCard label="Cost" note={costedText(total)}>
                <Cents amountCents={total.costCents} />
              </StatCard>
            </StatCards>
          </section>
          <FigureTable
            title="Sessions by day"
            nameLabel="Day"
            columns={columns}
            rows={dayRows(days)}
            empty={<EmptyState title="No USSD sessions in this period" />}
            foot={
              <TotalFoot
                note={days.length > DAYS_SHOWN ? shownOf(DAYS_SHOWN, days.length) : undefined}
                total={figureText(total.sessions)}
              />
            }
          />
          {networks.length > 0 && (
            <FigureTable
              title="Sessions by network"
              nameLabel="Network"
              columns={columns}
              rows={networks.map(({ networkCode, ...line }) => ({ ...line, name: networkName(networkCode) }))}
            />
          )}
          {total.sessions > 0 && (
            <FigureTable
              title="Where callers left"
              nameLabel="Step"
              columns={leftColumns}
              rows={leftAt.map(({ step, sessions }) => ({ sessions, name: stepName(step) }))}
              empty={<EmptyState title="Every session reached a last screen" />}
            />
          )}
        </>
      )}
    </ReportFrame>
  );
}

/** The latest days first. */
function dayRows(days: readonly (UssdFigures & { day: string })[]): Named<UssdFigures>[] {
  return days
    .slice(-DAYS_SHOWN)
    .map(({ day, ...line }) => ({ ...line, name: spanText({ from: day, to: day }) }))
    .reverse();
}

function shareText(part: number, whole: number): string | undefined {
  return whole === 0 ? undefined : `${Math.round((100 * part) / whole)}% of all sessions`;
}

// The files also have thanks and median times, for which these tables have no room.
const columns: readonly Column<Named<UssdFigures>>[] = [
  {
    label: 'Sessions',
    cell: ({ sessions }) => (
      <>
        {figureText(sessions)}
        <span className="card-label">&nbsp;{sessions === 1 ? 'session' : 'sessions'}</span>
      </>
    ),
    isRight: true,
    cardPart: 'second',
  },
  {
    label: 'Added',
    cell: ({ claimed }) => (
      <>
        <span className="card-label">Gifts added </span>
        {figureText(claimed)}
      </>
    ),
    isRight: true,
    cardPart: 'third',
  },
  { label: 'Withdrawn', cell: ({ withdrawn }) => figureText(withdrawn), isRight: true, from: 900 },
  { label: 'Bought', cell: ({ bought }) => figureText(bought), isRight: true, from: 900 },
  { label: 'Looked up', cell: ({ lookedUp }) => figureText(lookedUp), isRight: true },
  { label: 'Refused', cell: ({ refused }) => figureText(refused), isRight: true, from: 900 },
  { label: 'Abandoned', cell: ({ abandoned }) => figureText(abandoned), isRight: true },
  {
    label: 'Cost',
    cell: ({ costCents }) => <Cents amountCents={costCents} />,
    isRight: true,
    cardPart: 'amount',
  },
];

const leftColumns: readonly Column<Named<{ sessions: number }>>[] = [
  {
    label: 'Sessions',
    cell: ({ sessions }) => figureText(sessions),
    isRight: true,
    cardPart: 'amount',
  },
];
