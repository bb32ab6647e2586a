import { expect, test } from 'vitest';
import { compactPattern, dashedPattern, dottedPattern, formatNairobi, parseNairobi } from './nairobi-time.ts';

const instant = new Date('2025-12-31T21:05:09Z');

test('formats a moment as Nairobi local time, even across the turn of the year', () => {
  expect(formatNairobi(instant, compactPattern)).toBe('20260101000509');
  expect(formatNairobi(instant, dottedPattern)).toBe('01.01.2026 00:05:09');
  expect(formatNairobi(instant, dashedPattern)).toBe('2026-01-01 00:05:09');
});

test('reads a moment in each of Daraja’s three formats', () => {
  for (const text of [20260101000509, '20260101000509', '01.01.2026 00:05:09', '2026-01-01 00:05:09']) {
    expect(parseNairobi(text)).toEqual(instant);
  }
});

test('returns undefined for text that is no date and time', () => {
  for (const value of ['', 'soon', '20261301000000', '31.02', null, undefined, {}, '2026-01-01']) {
    expect(parseNairobi(value)).toBeUndefined();
  }
});
