import { expect, test } from 'vitest';
import { hoursInWords } from '../../shop/shop-words.ts';
import { readDays, typedDays } from './opening-hours-form.ts';

const saved = [
  { weekday: 1, kind: 'hours', opensAt: '08:00', closesAt: '18:00' },
  { weekday: 2, kind: 'hours', opensAt: '08:00', closesAt: '18:00' },
  { weekday: 3, kind: 'hours', opensAt: '08:00', closesAt: '18:00' },
  { weekday: 4, kind: 'hours', opensAt: '08:00', closesAt: '18:00' },
  { weekday: 5, kind: 'hours', opensAt: '18:00', closesAt: '02:00' },
  { weekday: 6, kind: 'all-day' },
  { weekday: 7, kind: 'closed' },
] as const;

test('converts saved opening hours to form values and back without loss', () => {
  expect(readDays(typedDays([...saved]))).toEqual({ hours: saved });
});

test('suggests usual opening hours to a shop that has saved none', () => {
  const days = typedDays(null);
  expect(days[0]).toEqual({ kind: 'hours', opensAt: '08:00', closesAt: '18:00' });
  expect(days[6]?.kind).toBe('closed');
});

test("reports a missing time and a day without duration at the day's field", () => {
  const days = typedDays([...saved]);
  days[1] = { kind: 'hours', opensAt: '', closesAt: '18:00' };
  days[3] = { kind: 'hours', opensAt: '09:00', closesAt: '09:00' };
  expect(readDays(days)).toEqual({
    problems: new Map([
      [1, 'Please enter a time such as 08:30'],
      [3, 'Please choose another hour, or “open all day”'],
    ]),
  });
});

test('groups days with equal opening hours in one line, and marks hours that end after midnight', () => {
  expect(hoursInWords([...saved])).toEqual([
    { days: 'Monday to Thursday', hours: '08:00–18:00' },
    { days: 'Friday', hours: '18:00–02:00 the next day' },
    { days: 'Saturday', hours: 'Open all day' },
    { days: 'Sunday', hours: 'Closed' },
  ]);
});
