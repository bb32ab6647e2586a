import { formatKes } from '@zawadi/contract/money';
import type { MonthlyFigures } from '@zawadi/contract/wallets';
import { say } from '../../../i18n/say.ts';
import { BarChart, ChartKey, ChartPlace } from '../../../ui/bar-chart.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { monthText } from '../../../ui/calendar-text.ts';

/** Six months of money in and out: bars that differ in texture too, and the same figures as a table to listen to. */
export function MonthlyChart({
  months,
  isMissing,
}: {
  months?: readonly MonthlyFigures[];
  isMissing: boolean;
}) {
  return (
    <section className="sheet chart-sheet">
      <div className="sheet-head">
        <h2>{say('Six months')}</h2>
        <ChartKey labels={[say('Gifts bought'), say('Withdrawn')]} />
      </div>
      {months === undefined ? <Missing isMissing={isMissing} /> : <Months months={months} />}
    </section>
  );
}

function Missing({ isMissing }: { isMissing: boolean }) {
  return (
    <ChartPlace isBusy={!isMissing}>
      {isMissing ? <p className="muted">{say('No data available')}</p> : <SkeletonBlock height="100%" />}
    </ChartPlace>
  );
}

function Months({ months }: { months: readonly MonthlyFigures[] }) {
  return (
    <>
      <BarChart
        bars={months.map(({ month, paidIn, withdrawn }, index) => ({
          key: month,
          label: monthText(month, 'short'),
          figures: [paidIn, withdrawn],
          isNow: index === months.length - 1,
        }))}
      />
      <FigureTable months={months} />
    </>
  );
}

function FigureTable({ months }: { months: readonly MonthlyFigures[] }) {
  return (
    <div className="sr">
      <table>
        <caption>{say('Gifts bought and money withdrawn in the last six months')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('Month')}</th>
            <th scope="col">{say('Gifts bought')}</th>
            <th scope="col">{say('Withdrawn')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, paidIn, withdrawn }) => (
            <tr key={month}>
              <th scope="row">{monthText(month, 'long')}</th>
              <td>{formatKes(paidIn)}</td>
              <td>{formatKes(withdrawn)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
