import { refusals } from '@zawadi/contract/refusals';
import { use } from 'react';
import { say } from '../../i18n/say.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { FieldNote } from '../../ui/field.tsx';
import { FilterBarEnd } from './filter-bar-end.ts';
import { lastMonth, lastYear, latestDays, problemWithPeriod, thisMonth } from './period.ts';
import type { Period } from './period.ts';
import './lists.css';

type Preset = { label: string; of: Period };
type ReportPeriodProps = {
  today: string;
  period: Period;
  onChange: (period: Period) => void;
  /** Presets that replace the usual ones. */
  presets?: readonly Preset[];
};

/** Chooses a preset period, or any other period of at most a year. */
export function ReportPeriod({ today, period, onChange, presets = usual(today) }: ReportPeriodProps) {
  const problem = problemWithPeriod(period);
  const end = use(FilterBarEnd);
  return (
    <div className="stack">
      <div className="chips" role="group" aria-label={say('Period')}>
        {presets.map(({ label, of }) => (
          <button
            key={label}
            type="button"
            className="chip"
            aria-pressed={of.from === period.from && of.to === period.to}
            onClick={() => onChange(of)}
          >
            {label}
          </button>
        ))}
        {end}
      </div>
      <div className="two">
        <DateRange
          labels={{ from: say('From'), to: say('Until') }}
          days={period}
          onChange={({ from = period.from, to = period.to }) => onChange({ from, to })}
        />
      </div>
      {problem !== undefined && <FieldNote id="period-note" error={say(refusals[problem].message)} />}
    </div>
  );
}

function usual(today: string): Preset[] {
  return [
    { label: say('Today'), of: latestDays(today, 1) },
    { label: say('7 days'), of: latestDays(today, 7) },
    { label: say('This month'), of: thisMonth(today) },
    { label: say('Last month'), of: lastMonth(today) },
    { label: say('One year'), of: lastYear(today) },
  ];
}
