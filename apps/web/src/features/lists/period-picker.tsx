import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { say } from '../../i18n/say.ts';
import { dayText, nairobiDay } from '../../ui/calendar-text.ts';
import { Button } from '../../ui/button.tsx';
import { countDays } from '../../ui/calendar-days.ts';
import type { Days } from '../../ui/date-range.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popup } from '../../ui/popup.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { lastMonth, latestDays, thisMonth } from './period.ts';
import type { Period } from './period.ts';

// Loaded on demand: most visits to a list do not change its period.
const Calendar = lazy(async () => ({ default: (await import('../../ui/calendar.tsx')).Calendar }));

type PeriodPickerProps = {
  /** Name of the event that happened in the period, for example "Joined". */
  label?: string | undefined;
  days: Days;
  /** Receives both days; a day is undefined if the period is open at that end. */
  onChange: (days: Days) => void;
};

/** Chooses the days of a list with presets, a calendar or two text fields. */
export function PeriodPicker({ label, days, onChange }: PeriodPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [today] = useState(() => nairobiDay(new Date()));
  const button = useRef<HTMLButtonElement>(null);
  const isSet = Boolean(days.from) || Boolean(days.to);
  const name = label ?? say('Period');
  return (
    <>
      <button
        ref={button}
        type="button"
        className={isSet ? 'pick set' : 'pick'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span>
          <span className={isSet && label !== undefined ? undefined : 'sr'}>{name}: </span>
          {isSet ? periodText(days, today) : say('All days')}
        </span>
        <Icon of={ChevronDown} />
      </button>
      {isOpen && (
        <PeriodPopup
          {...{ anchor: button, title: name, days, today }}
          onClose={() => setOpen(false)}
          onChosen={(chosen) => {
            setOpen(false);
            onChange(chosen);
          }}
        />
      )}
    </>
  );
}

type PeriodPopupProps = {
  anchor: Parameters<typeof Popup>[0]['anchor'];
  title: string;
  days: Days;
  today: string;
  onClose: () => void;
  onChosen: (days: Days) => void;
};

function PeriodPopup({ anchor, title, days, today, onClose, onChosen }: PeriodPopupProps) {
  const [draft, setDraft] = useState<Days>(days);
  const { from, to } = draft;
  const isBackwards = Boolean(from) && Boolean(to) && (from ?? '') > (to ?? '');
  const pick = (day: string) => {
    const isSecond = Boolean(from) && !to;
    if (!isSecond) setDraft({ from: day, to: undefined });
    else setDraft(day < (from ?? '') ? { from: day, to: from } : { from, to: day });
  };
  return (
    <Popup
      {...{ anchor, title, onClose }}
      className="period"
      foot={
        <>
          <span className="strong" aria-live="polite">
            {isBackwards ? say('The first day is later than the last day.') : periodText(draft, today)}
          </span>
          <Button
            disabled={isBackwards}
            onClick={() => onChosen({ from: from || undefined, to: to || undefined })}
          >
            {showText(draft)}
          </Button>
        </>
      }
    >
      <div className="chips">
        {presetsOf(today).map(({ text, of }) => (
          <button
            key={text}
            type="button"
            className="chip"
            aria-pressed={of.from === days.from && of.to === days.to}
            onClick={() => onChosen(of)}
          >
            {text}
          </button>
        ))}
      </div>
      <div className="two">
        <DateRange
          labels={{ from: say('From'), to: say('Until') }}
          days={draft}
          isTypedOnly
          onChange={(changed) => setDraft((former) => ({ ...former, ...changed }))}
        />
      </div>
      <Suspense fallback={<SkeletonBlock height="21rem" />}>
        <Calendar {...{ from, to, today }} months={2} onPick={pick} />
      </Suspense>
    </Popup>
  );
}

type Preset = { text: string; of: Period };

function presetsOf(today: string): Preset[] {
  const yesterday = latestDays(today, 2).from;
  return [
    { text: say('Today'), of: latestDays(today, 1) },
    { text: say('Yesterday'), of: { from: yesterday, to: yesterday } },
    { text: say('7 days'), of: latestDays(today, 7) },
    { text: say('30 days'), of: latestDays(today, 30) },
    { text: say('This month'), of: thisMonth(today) },
    { text: say('Last month'), of: lastMonth(today) },
  ];
}

/** Formats a period for its button: "7 days", "28 Oct – 11 Nov", "from 3 Nov 2026". */
function periodText({ from, to }: Days, today: string): string {
  const preset = presetsOf(today).find(({ of }) => of.from === from && of.to === to);
  if (preset !== undefined) return preset.text;
  if (!from && !to) return say('All days');
  if (!to) return say('from {day}', { day: shortDay(from ?? '', today) });
  if (!from) return say('until {day}', { day: shortDay(to, today) });
  return from === to ? shortDay(from, today) : `${shortDay(from, today)} – ${shortDay(to, today)}`;
}

/** Formats a day; shows the year only if it is not this year. */
function shortDay(day: string, today: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return isThisYear ? dayText(day, 'short') : `${dayText(day, 'short')} ${day.slice(0, 4)}`;
}

function showText({ from, to }: Days): string {
  if (!from || !to || from > to) return say('Show');
  const count = countDays(from, to);
  return count === 1 ? say('Show 1 day') : say('Show {count} days', { count: String(count) });
}
