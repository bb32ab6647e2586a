import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Ref } from 'react';
import { say } from '../i18n/say.ts';
import { isTypedOut, parseDay, typedDay } from './calendar-days.ts';
import { nairobiDay } from './calendar-text.ts';
import { Field } from './field.tsx';
import type { FieldText } from './field.tsx';
import { Icon } from './icon.tsx';
import { Popup } from './popup.tsx';
import { SkeletonBlock } from './skeleton.tsx';

// Loaded on demand: most people type a day or need none.
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

type DateFieldProps = FieldText & {
  /** Day as `yyyy-MM-dd`, or ''. */
  value: string;
  onChange: (day: string) => void;
  onBlur?: () => void;
  min?: string;
  max?: string;
  className?: string;
  'aria-required'?: boolean;
  ref?: Ref<HTMLInputElement>;
  /** Whether the field has no calendar of its own, because a calendar is next to it. */
  isTypedOnly?: boolean;
};

/** Field for a day, typed as 24/12/2026 or 3 Nov 2026, or chosen in a calendar. */
export function DateField({
  label,
  help,
  error,
  isOptional,
  className,
  value,
  onChange,
  onBlur,
  min,
  max,
  ref,
  isTypedOnly = false,
  'aria-required': isRequired,
}: DateFieldProps) {
  const [typed, setTyped] = useState(() => typedDay(value));
  const [seen, setSeen] = useState(value);
  const [isUnread, setUnread] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [today] = useState(() => nairobiDay(new Date()));
  const frame = useRef<HTMLDivElement>(null);
  if (value !== seen) {
    setSeen(value);
    // If `value` was set from outside, show it. Keep the typed text if it means the same day, or is not a day yet.
    if (parseDay(typed, today) !== value && (value !== '' || !isUnread)) {
      setTyped(typedDay(value));
      setUnread(false);
    }
  }
  const hand = (day: string) => {
    if (day !== value) onChange(day);
  };
  const type = (text: string) => {
    setTyped(text);
    setUnread(false);
    const day = isTypedOut(text) ? parseDay(text, today) : undefined;
    if (day !== undefined) hand(day);
    else if (text.trim() === '') hand('');
  };
  const finish = () => {
    const day = parseDay(typed, today);
    setUnread(day === undefined && typed.trim() !== '');
    if (day !== undefined) setTyped(typedDay(day));
    hand(day ?? '');
  };
  return (
    <Field
      {...{ label, help, isOptional, className }}
      error={isUnread ? say('Please enter a day such as 24/12/2026') : error}
    >
      {(wiring) => (
        <>
          <div ref={frame} className={isTypedOnly ? undefined : 'with-tail'}>
            <input
              ref={ref}
              type="text"
              {...wiring}
              className="input"
              autoComplete="off"
              placeholder={say('dd/mm/yyyy')}
              aria-required={isRequired}
              value={typed}
              onChange={({ target }) => type(target.value)}
              onKeyDown={({ key }) => {
                if (key === 'Enter') finish();
              }}
              onBlur={() => {
                finish();
                onBlur?.();
              }}
            />
            {!isTypedOnly && (
              <button
                type="button"
                className="icon-btn"
                aria-haspopup="dialog"
                aria-label={say('Open the calendar: {label}', { label })}
                onClick={() => setOpen(true)}
              >
                <Icon of={CalendarDays} />
              </button>
            )}
          </div>
          {isOpen && (
            <Popup anchor={frame} title={label} onClose={() => setOpen(false)}>
              <Suspense fallback={<SkeletonBlock width="19rem" height="21rem" />}>
                <Calendar
                  {...{ today, min, max }}
                  from={value}
                  to={value}
                  onPick={(day) => {
                    setTyped(typedDay(day));
                    setUnread(false);
                    hand(day);
                    setOpen(false);
                  }}
                />
              </Suspense>
            </Popup>
          )}
        </>
      )}
    </Field>
  );
}
