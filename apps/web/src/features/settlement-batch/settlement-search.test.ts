import { payoutChannelName, settlementStatus } from '@zawadi/contract/settlements';
import { expect, test } from 'vitest';
import { settlementSearch } from './settlement-search.ts';

test('the URL keeps every filter of settlements that the contract has', () => {
  for (const status of settlementStatus.options) expect(settlementSearch({ status })).toEqual({ status });
  for (const payoutChannel of payoutChannelName.options)
    expect(settlementSearch({ payoutChannel })).toEqual({ payoutChannel });
  const days = { from: '2026-11-01', to: '2026-11-20' };
  expect(settlementSearch(days)).toEqual(days);
});

test('ignores invalid filters in a hand-edited URL of settlements', () => {
  expect(settlementSearch({ status: 'PAID', payoutChannel: 1, from: '2026-02-30', sort: 'x' })).toEqual({});
});
