import { expect, test } from 'vitest';
import { reportNamed, reportSearch } from './report-search.ts';

test('reads only the days of a period from the URL', () => {
  expect(reportSearch({ from: '2026-11-01', to: '2026-11-20', x: 1 })).toEqual({
    from: '2026-11-01',
    to: '2026-11-20',
  });
  expect(reportSearch({ from: 'yesterday', to: '2026-02-30' })).toEqual({});
});

test('opens only existing reports', () => {
  expect(reportNamed('trial-balance')).toBe('trial-balance');
  expect(reportNamed('secrets')).toBeUndefined();
});
