import { expect, test } from 'vitest';
import {
  clockText,
  countdownText,
  dateText,
  exactTimeText,
  shortTimeText,
  timeInSentence,
  timeText,
  weekdayText,
} from './time-text.ts';

// A Friday, 14:05 in Nairobi.
const now = new Date('2026-11-20T11:05:31Z');

test('shows a moment as day and time in Nairobi', () => {
  for (const [moment, expected] of [
    ['2026-11-20T11:05:31Z', 'Today 14:05'],
    ['2026-11-19T21:00:00Z', 'Today 00:00'],
    ['2026-11-19T20:59:59Z', 'Yesterday 23:59'],
    ['2026-11-17T06:26:00Z', 'Tue 17 Nov'],
    ['2025-12-24T09:00:00Z', '24 Dec 2025'],
  ] as const)
    expect.soft(timeText(new Date(moment), now), moment).toBe(expected);
});

test('within a sentence, writes "today" in lower case and weekdays with a capital', () => {
  expect(timeInSentence(now, now)).toBe('today 14:05');
  expect(timeInSentence(new Date('2026-11-17T06:26:00Z'), now)).toBe('Tue 17 Nov');
});

test('the exact time includes day, second and time zone', () => {
  expect(exactTimeText(now)).toBe('Fri 20 Nov 2026, 14:05:31 EAT');
});

test('formats a time in the other forms', () => {
  expect(dateText(now)).toBe('20 Nov 2026');
  expect(clockText(now)).toBe('14:05:31');
  expect(weekdayText(now)).toBe('Friday 20 November');
});

test('formats seconds as minutes and seconds', () => {
  for (const [seconds, expected] of [
    [47, '0:47'],
    [60.2, '1:01'],
    [600, '10:00'],
    [-3, '0:00'],
  ] as const)
    expect.soft(countdownText(seconds), `${seconds} seconds`).toBe(expected);
});

test('shows only the day in a narrow row', () => {
  expect(shortTimeText(new Date('2026-11-20T06:26:00Z'), now)).toBe('Today');
  expect(shortTimeText(new Date('2026-11-19T20:59:59Z'), now)).toBe('Yesterday');
  expect(shortTimeText(new Date('2026-11-17T06:26:00Z'), now)).toBe('Tue 17 Nov');
});
