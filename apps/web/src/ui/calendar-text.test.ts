import { expect, test } from 'vitest';
import { appointmentText, dayText, monthText, nairobiDay } from './calendar-text.ts';

test('a day starts at midnight in Nairobi', () => {
  expect(nairobiDay(new Date('2026-11-20T20:59:59Z'))).toBe('2026-11-20');
  expect(nairobiDay(new Date('2026-11-20T21:00:00Z'))).toBe('2026-11-21');
});

test('shows day and hour of an appointment in Nairobi', () => {
  expect(appointmentText(new Date('2026-12-24T06:00:00Z'))).toBe('Thu 24 Dec 2026, 09:00');
  expect(appointmentText(new Date('2026-12-23T21:00:00Z'))).toBe('Thu 24 Dec 2026, 00:00');
});

test('formats a month short under a bar and long in a table', () => {
  expect(monthText('2026-09', 'short')).toBe('Sep');
  expect(monthText('2026-11', 'long')).toBe('November 2026');
});

test('formats a day short under a bar and long in a table', () => {
  expect(dayText('2026-11-20', 'short')).toBe('20 Nov');
  expect(dayText('2026-11-20', 'long')).toBe('Fri 20 Nov 2026');
});
