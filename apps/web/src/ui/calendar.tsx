import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { say } from '../i18n/say.ts';
import { addDays, addMonths, monthOf, weekdayOf, weeksOf } from './calendar-days.ts';
import { dayText, monthText, weekdayLetters } from './calendar-text.ts';
import { Icon } from './icon.tsx';
import { PHONE, useMedia } from './use-media.ts';
import './calendar.css';

type CalendarProps = {
  /** First and last chosen day, both included; they may be the same day. */
  from?: string | undefined;
  to?: string | undefined;
  today: string;
  min?: string | undefined;
  max?: string | undefined;
  /** Number of months to show; two only if the window is wide enough. */
  months?: 1 | 2;
  onPick: (day: string) => void;
};

/**
 * Calendar with weeks from Monday. Arrow keys, Page Up, Page Down, Home and End move the focus; Enter chooses a day.
 */
export function Calendar({ from, to, today, min, max, months = 1, onPick }: CalendarProps) {
  const isWide = !useMedia(PHONE);
  const count = isWide ? months : 1;
  const start = inside(to || from || today, min, max);
  const [current, setCurrent] = useState(start);
  const [last, setLast] = useState(monthOf(start));
  const grids = useRef<HTMLDivElement>(null);
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    // If the user is typing a day in the field next to the calendar, do not take the focus.
    if (moves === 0 && document.activeElement instanceof HTMLInputElement) return;
    grids.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: moves === 0 });
  }, [moves]);
  const shown = Array.from({ length: count }, (_, index) =>
    monthOf(addMonths(`${last}-01`, index + 1 - count)),
  );
  // Only one day is in the tab order, and it must be a visible day.
  const reached = shown.includes(monthOf(current)) ? current : inside(`${last}-01`, min, max);
  const onMove = (day: string) => {
    const next = inside(day, min, max);
    setCurrent(next);
    setMoves((before) => before + 1);
    if (monthOf(next) > last) setLast(monthOf(next));
    else if (!shown.includes(monthOf(next))) setLast(monthOf(addMonths(next, count - 1)));
  };
  const turn = (by: number) => {
    setLast(monthOf(addMonths(`${last}-01`, by)));
  };
  return (
    <div ref={grids} className={clsx('months', count === 2 && 'two-months')}>
      {shown.map((month, index) => (
        <Month
          key={month}
          {...{ month, from, to, today, min, max, reached, onPick, onMove }}
          onPrevious={index === 0 ? () => turn(-1) : undefined}
          onNext={index === count - 1 ? () => turn(1) : undefined}
        />
      ))}
    </div>
  );
}

type MonthProps = Omit<CalendarProps, 'months'> & {
  month: string;
  /** The single day in the tab order. */
  reached: string;
  onMove: (day: string) => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

function Month({ month, onPrevious, onNext, ...days }: MonthProps) {
  return (
    <section className="month">
      <header>
        {onPrevious !== undefined && (
          <button
            type="button"
            className="icon-btn prev"
            aria-label={say('Previous month')}
            onClick={onPrevious}
          >
            <Icon of={ChevronLeft} />
          </button>
        )}
        <span aria-live="polite">{monthText(month, 'long')}</span>
        {onNext !== undefined && (
          <button type="button" className="icon-btn next" aria-label={say('Next month')} onClick={onNext}>
            <Icon of={ChevronRight} />
          </button>
        )}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its days are reached by arrows, as the date grid of the ARIA practices */}
      <table role="grid" aria-label={monthText(month, 'long')}>
        <thead>
          <tr>
            {weekdayLetters().map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the weeks of a month stay where they are
            <tr key={index}>
              {week.map((day, weekday) =>
                // oxlint-disable-next-line react/no-array-index-key -- a day of another month has no name here
                day === undefined ? (
                  <td key={weekday} aria-hidden="true" />
                ) : (
                  <Day key={day} day={day} {...days} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type DayProps = Omit<MonthProps, 'month' | 'onPrevious' | 'onNext'> & { day: string };

function Day({ day, from, to, today, min, max, reached, onPick, onMove }: DayProps) {
  const isEnd = day === from || day === to;
  const isBand = Boolean(from) && Boolean(to) && from !== to && day >= (from ?? '') && day <= (to ?? '');
  return (
    <td aria-selected={isEnd || isBand}>
      <button
        type="button"
        tabIndex={day === reached ? 0 : -1}
        aria-label={dayText(day, 'long')}
        aria-current={day === today ? 'date' : undefined}
        disabled={(min !== undefined && day < min) || (max !== undefined && day > max)}
        className={clsx(
          isEnd && 'knot',
          isBand && 'band',
          isBand && day === from && 'start',
          isBand && day === to && 'end',
        )}
        onClick={() => onPick(day)}
        onKeyDown={(event) => {
          const next = dayForKey(event, day);
          if (next === undefined) return;
          event.preventDefault();
          onMove(next);
        }}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

function dayForKey({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

function inside(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}
