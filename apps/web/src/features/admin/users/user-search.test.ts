import { expect, test } from 'vitest';
import { userSearch } from './user-search.ts';

test('reads search text, status and days of sign-up from the URL', () => {
  const filters = { search: '0712 000 001', status: 'FROZEN', from: '2026-11-01', to: '2026-11-20' };
  expect(userSearch(filters)).toEqual(filters);
});

test('ignores an impossible filter in the URL', () => {
  expect(userSearch({ search: 7, status: 'Frozen', from: 'yesterday', to: '2026-02-30' })).toEqual({});
});
