import { expect, test } from 'vitest';
import { daysOf, openText, originOf } from './run-words.ts';

test('shows a statement of one day as that day, although its end is exclusive', () => {
  const from = '2026-11-19T21:00:00.000Z';
  expect(daysOf({ from, to: '2026-11-20T21:00:00.000Z' })).toBe('20 Nov 2026');
  expect(daysOf({ from, to: '2026-11-22T21:00:00.000Z' })).toBe('20 Nov 2026 – 22 Nov 2026');
});

test('describes where a statement came from and how many items are open', () => {
  expect(originOf({ source: 'pull', fileName: '' })).toBe('Pulled from M-PESA');
  expect(originOf({ source: 'upload', fileName: 'utility.csv' })).toBe('utility.csv');
  expect([0, 1, 1_200].map(openText)).toEqual(['Agrees', '1 open', '1,200 open']);
});
