import { expect, test } from 'vitest';
import { addDays, addMonths, countDays, isTypedOut, parseDay, typedDay, weeksOf } from './calendar-days.ts';

const TODAY = '2026-11-20';

test('parses a typed day', () => {
  for (const [text, day] of [
    ['24/12/2026', '2026-12-24'],
    ['3/1/2027', '2027-01-03'],
    ['24.12.26', '2026-12-24'],
    ['24-12-2026', '2026-12-24'],
    ['3 Nov 2026', '2026-11-03'],
    ['3 november 2026', '2026-11-03'],
    ['3 Desemba 2026', '2026-12-03'],
    ['3 Nov', '2026-11-03'],
    ['2026-12-24', '2026-12-24'],
  ] as const)
    expect.soft(parseDay(text, TODAY), text).toBe(day);
});

test('rejects text that is no day', () => {
  for (const text of ['', '31/02/2026', '12/24/2026', '24', '3 No 2026', '3 Foo 2026', '24/12/202', 'soon'])
    expect.soft(parseDay(text, TODAY), `“${text}”`).toBeUndefined();
});

test('formats a day in the way people type it', () => {
  expect(typedDay('2026-11-03')).toBe('03/11/2026');
  expect(typedDay('')).toBe('');
});

test('treats text without a complete year as unfinished', () => {
  expect(['03/11/2026', '3 Nov 2026', '2026-11-03'].every(isTypedOut)).toBe(true);
  expect(['03/11/20', '3 Nov', '2026-11'].some(isTypedOut)).toBe(false);
});

test('returns the weeks of a month from Monday, without days of other months', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([...Array.from({ length: 6 }, () => undefined), '2026-11-01']);
  expect(weeks[5]?.[0]).toBe('2026-11-30');
  expect(weeksOf('2026-02')).toHaveLength(5);
});

test('counts days and months across the end of a month', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  expect(countDays('2026-10-28', '2026-11-11')).toBe(15);
});
