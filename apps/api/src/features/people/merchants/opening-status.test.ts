import type { OpeningHours } from '@zawadi/contract';
import { expect, test } from 'vitest';
import { openingStatus } from './opening-status.ts';

const hours: OpeningHours = [
  { weekday: 1, kind: 'hours', opensAt: '08:00', closesAt: '18:00' },
  { weekday: 2, kind: 'all-day' },
  { weekday: 3, kind: 'closed' },
  { weekday: 4, kind: 'closed' },
  { weekday: 5, kind: 'hours', opensAt: '17:00', closesAt: '02:00' },
  { weekday: 6, kind: 'closed' },
  { weekday: 7, kind: 'hours', opensAt: '20:00', closesAt: '04:00' },
];

test.for([
  [1, '07:59', { isOpen: false, until: '08:00' }],
  [1, '08:00', { isOpen: true, until: '18:00' }],
  [1, '18:00', { isOpen: false }],
  [2, '00:00', { isOpen: true }],
  [3, '12:00', { isOpen: false }],
  [5, '23:59', { isOpen: true, until: '02:00' }],
  [6, '01:59', { isOpen: true, until: '02:00' }],
  [6, '02:00', { isOpen: false }],
  // Sunday's hours last until 04:00 on Monday, weekday 1.
  [1, '03:59', { isOpen: true, until: '04:00' }],
  [1, '04:00', { isOpen: false, until: '08:00' }],
] as const)('on day %s at %s a shop is %o', ([weekday, time, expected]) => {
  expect(openingStatus(hours, { weekday, time })).toEqual(expected);
});
