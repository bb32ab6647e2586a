import { payoutChannelName, settlementStatus } from '@zawadi/contract/settlements';
import { expect, test } from 'vitest';
import { settlementSearch } from './settlement-search.ts';

test('an address keeps every filter of the contract', () => {
  for (const status of settlementStatus.options) expect(settlementSearch({ status })).toEqual({ status });
  for (const payoutChannel of payoutChannelName.options)
    expect(settlementSearch({ payoutChannel })).toEqual({ payoutChannel });
  const days = { from: '2026-11-01', to: '2026-11-20' };
  expect(settlementSearch(days)).toEqual(days);
});

test('a hand-edited address still opens', () => {
  expect(settlementSearch({ status: 'PAID', payoutChannel: 1, from: '2026-02-30', sort: 'x' })).toEqual({});
});
