import { history } from '@zawadi/contract/wallets';
import { expect, test } from 'vitest';
import { isNarrowed } from '../../lists/search-params.ts';
import { historySearch } from './history-search.ts';

test('the URL keeps every filter of the history', () => {
  const chosen = {
    search: 'Brian ',
    type: 'CLAIM',
    status: 'COMPLETED',
    from: '2026-11-01',
    to: '2026-11-20',
  };
  expect(historySearch(chosen)).toEqual(chosen);
  expect(isNarrowed(historySearch(chosen))).toBe(true);
});

test('ignores invalid filters in a hand-edited history URL', () => {
  const odd = {
    search: 'a'.repeat(81),
    type: 'GIFT',
    status: 7,
    from: '2026-13-01',
    to: '2026-02-30',
    step: 2,
  };
  expect(historySearch(odd)).toEqual({});
  expect(isNarrowed(historySearch(odd))).toBe(false);
});

test('offers the kinds and states of transactions that the contract lists', () => {
  const { type, status } = history.query.shape;
  for (const one of type.unwrap().options) expect(historySearch({ type: one })).toEqual({ type: one });
  for (const one of status.unwrap().options) expect(historySearch({ status: one })).toEqual({ status: one });
});
