import { expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { newId } from './ids.ts';
import { makeCursor, parseCursor } from './cursor.ts';

const id = newId();

test('restores a position in a list from its cursor', () => {
  for (const instant of [
    '2026-11-20 10:00:00.123456+00',
    '2026-11-20 13:00:00+03',
    '2024-02-29 23:59:59.5+05:30',
    '2026-01-01 00:00:00-14',
  ]) {
    expect(parseCursor(makeCursor({ instant, id }))).toEqual({ instant, id });
  }
  expect(parseCursor(undefined)).toBeUndefined();
});

test('refuses an impossible timestamp in a cursor before querying the database', async () => {
  await everyRow(
    [
      '0000-01-01 00:00:00+00',
      '2026-02-30 00:00:00+00',
      '2026-13-01 00:00:00+00',
      '9999-99-99 99:99:99+99',
      '2026-11-20 24:00:00+00',
      '2026-11-20 10:00:60+00',
      '2026-11-20 10:00:00+23',
      `2026-11-20 10:00:00.${'1'.repeat(60)}+00`,
      'infinity',
      '',
    ],
    String,
    (instant) => {
      expect(() => parseCursor(makeCursor({ instant, id }))).toThrow(/./u);
    },
  );
});

test('refuses an invalid id or cursor', () => {
  const instant = '2026-11-20 10:00:00+00';
  for (const wrong of ['-'.repeat(36), '', `${id} or 1=1`, `${id}\u0000`]) {
    expect(() => parseCursor(makeCursor({ instant, id: wrong }))).toThrow(/./u);
  }
  for (const wrong of ['', 'x', '\u0000', '=====']) expect(() => parseCursor(wrong)).toThrow(/./u);
});
