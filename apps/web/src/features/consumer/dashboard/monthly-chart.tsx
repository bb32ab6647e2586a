import { formatKes } from '@zawadi/contract/money';
import type { MonthlyFigures } from '@zawadi/contract/history';
import type { CSSProperties } from 'react';
import { say } from '../../../i18n/say.ts';
import { Bone } from '../../../ui/skeleton.tsx';
import { monthText } from '../../../ui/calendar-text.ts';
import { barPercent, chartTop } from './chart-scale.ts';
import './monthly-chart.css';

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
        <p className="key" aria-hidden="true">
          <span>
            <i />
            {say('Gifts bought')}
          </span>
          <span>
            <i className="woven" />
            {say('Withdrawn')}
          </span>
        </p>
      </div>
      {months === undefined ? <Missing isMissing={isMissing} /> : <Months months={months} />}
    </section>
  );
}

function Missing({ isMissing }: { isMissing: boolean }) {
  return (
    <div className="chart-missing" aria-busy={!isMissing}>
      {isMissing ? <p className="muted">{say('No data available')}</p> : <Bone height="100%" />}
    </div>
  );
}

function Months({ months }: { months: readonly MonthlyFigures[] }) {
  const top = chartTop(Math.max(...months.flatMap(({ paidIn, withdrawn }) => [paidIn, withdrawn])));
  return (
    <>
      <div className="chart" aria-hidden="true">
        <div className="chart-grid">
          {[0, top / 2, top].map((figure) => (
            <i
              key={figure}
              style={{ '--at': `${(figure / top) * 100}%` } as CSSProperties}
              data-v={figureText(figure)}
            />
          ))}
        </div>
        {months.map((month, index) => (
          <Month key={month.month} month={month} top={top} isNow={index === months.length - 1} />
        ))}
      </div>
      <FigureTable months={months} />
    </>
  );
}

function Month({ month, top, isNow }: { month: MonthlyFigures; top: number; isNow: boolean }) {
  const bar = (figure: number) => ({ '--v': `${barPercent(figure, top)}%` }) as CSSProperties;
  return (
    <div className={isNow ? 'chart-month now' : 'chart-month'}>
      <b style={bar(month.paidIn)} data-v={isNow ? figureText(month.paidIn) : undefined} />
      <s style={bar(month.withdrawn)} />
      <em>{monthText(month.month, 'short')}</em>
    </div>
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

function figureText(figure: number): string {
  return figure.toLocaleString('en-KE');
}
