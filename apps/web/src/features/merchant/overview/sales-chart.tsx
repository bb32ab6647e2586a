import { formatKes } from '@zawadi/contract/money';
import { BarChart, ChartPlace } from '../../../ui/bar-chart.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { dayText } from './day-text.ts';
import type { Overview } from './use-overview.ts';

/** What was redeemed on each of the last fourteen days: bars, and the same figures as a table to listen to. */
export function SalesChart({ days }: { days: Overview['days'] | undefined }) {
  return (
    <section className="sheet chart-sheet">
      <div className="sheet-head">
        <h2>Last 14 days</h2>
        <span className="small muted">Redeemed, in KES</span>
      </div>
      {days === undefined ? (
        <ChartPlace isBusy>
          <SkeletonBlock height="100%" />
        </ChartPlace>
      ) : (
        <>
          <BarChart
            bars={days.map(({ day, amount }, index) => ({
              key: day,
              label: dayText(day),
              figures: [amount],
              isNow: index === days.length - 1,
            }))}
          />
          <FigureTable days={days} />
        </>
      )}
    </section>
  );
}

function FigureTable({ days }: { days: Overview['days'] }) {
  return (
    <div className="sr">
      <table>
        <caption>Redeemed on each of the last fourteen days</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Redemptions</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, count, amount }) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td>{count}</td>
              <td>{formatKes(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
