import { expect, test } from 'vitest';
import { merchantSearch } from './merchant-search.ts';

test('reads a search text and one of the listed statuses from the URL', () => {
  expect(merchantSearch({ search: 'Duka', status: 'PENDING' })).toEqual({
    search: 'Duka',
    status: 'PENDING',
  });
  for (const isWithoutPayoutChannel of [true, 'true'])
    expect(merchantSearch({ isWithoutPayoutChannel })).toEqual({ isWithoutPayoutChannel: true });
});

test('ignores an impossible filter in the URL', () => {
  expect(merchantSearch({ search: '', status: 'all', isWithoutPayoutChannel: false })).toEqual({});
  expect(merchantSearch({ search: 'x'.repeat(81), status: 'BROKEN' })).toEqual({});
});
