const ZONE = 'Africa/Nairobi';
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
const dayOfYear = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const exact = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const nairobiDate = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });
const greetingDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const secondsClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const DAY_MS = 86_400_000;

/** "Today 14:05", "Yesterday 18:40", "Tue 17 Nov", "24 Dec 2025", in Nairobi. */
export function timeText(moment: Date, now: Date = new Date()): string {
  const date = nairobiDate.format(moment);
  if (date === nairobiDate.format(now)) return `Today ${clock.format(moment)}`;
  if (date === nairobiDate.format(new Date(now.getTime() - DAY_MS)))
    return `Yesterday ${clock.format(moment)}`;
  if (date.slice(0, 4) === nairobiDate.format(now).slice(0, 4)) return day.format(moment).replace(',', '');
  return dayOfYear.format(moment);
}

/** "Fri 20 Nov 2026, 14:05:31 EAT". */
export function exactTimeText(moment: Date): string {
  return `${exact.format(moment).replace(',', '').replace(' at ', ', ')} EAT`;
}

/** "20 Nov 2028". */
export function dateText(moment: Date): string {
  return dayOfYear.format(moment);
}

/** "14:05:12". */
export function clockText(moment: Date): string {
  return secondsClock.format(moment);
}

/** "Friday 20 November". */
export function weekdayText(moment: Date): string {
  return greetingDay.format(moment).replace(',', '');
}

/** "0:47" of a number of seconds. */
export function countdownText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
