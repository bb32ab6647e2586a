import { formatKes } from '@zawadi/contract/money';
import type { AdminDashboard } from '@zawadi/contract/reports-dashboard';
import { MoneyFigure } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { TrendUp } from '../../../ui/trend-up.tsx';
import { figureText } from '../figure-text.ts';

const HOUR = new Intl.DateTimeFormat('en-KE', {
  timeZone: 'Africa/Nairobi',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const WEEKDAY = new Intl.DateTimeFormat('en-KE', { timeZone: 'UTC', weekday: 'short' });

type TodaysPerformanceProps = {
  figures: AdminDashboard | undefined;
  isMissing: boolean;
  /** When the figures were read, in milliseconds since 1970. */
  readAtMs: number;
};

/** Today's figures (Nairobi), compared with yesterday's up to the same time of day. */
export function TodaysPerformance({ figures, isMissing, readAtMs }: TodaysPerformanceProps) {
  const yesterday = figures?.days.at(-2)?.day ?? '';
  const missing = isMissing ? '—' : undefined;
  const money = (name: 'volume' | 'depositVolume' | 'withdrawalVolume') => ({
    note: figures ? (
      <TodayNote
        today={figures.today[name]}
        before={figures.sameTimeYesterday[name]}
        {...{ yesterday, readAtMs }}
        textOf={formatKes}
      />
    ) : null,
    children: figures ? <MoneyFigure amountShillings={figures.today[name]} /> : missing,
  });
  return (
    <section aria-labelledby="today-title" className="stack-2">
      <h2 id="today-title">Today’s Performance</h2>
      <StatCards count={4} isBusy={figures === undefined && !isMissing}>
        <StatCard
          label="Transactions"
          note={
            figures ? (
              <TodayNote
                today={figures.today.transactions}
                before={figures.sameTimeYesterday.transactions}
                {...{ yesterday, readAtMs }}
                textOf={figureText}
              />
            ) : null
          }
        >
          {figures ? figureText(figures.today.transactions) : missing}
        </StatCard>
        <StatCard label="Volume" {...money('volume')} />
        <StatCard label="Deposit Volume" {...money('depositVolume')} />
        <StatCard label="Withdrawal Volume" {...money('withdrawalVolume')} />
      </StatCards>
    </section>
  );
}

type TodayNoteProps = {
  today: number;
  before: number;
  /** Date, `yyyy-MM-dd`. */
  yesterday: string;
  readAtMs: number;
  textOf: (figure: number) => string;
};

/** Compares today with yesterday up to the same time, and names the time. An increase is green with an arrow; a decrease is grey. */
function TodayNote({ today, before, yesterday, readAtMs, textOf }: TodayNoteProps) {
  const weekday = WEEKDAY.format(new Date(yesterday));
  const time = HOUR.format(readAtMs);
  if (today === before) return `As on ${weekday} by ${time}`;
  const difference = textOf(Math.abs(today - before));
  if (today < before) return `${difference} less than ${weekday} by ${time}`;
  return (
    <TrendUp>
      <b>{difference} more</b> than {weekday} by {time}
    </TrendUp>
  );
}
