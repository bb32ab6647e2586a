import { expect, test } from 'vitest';
import { adminSettlementSearch } from './admin-settlement-search.ts';

test('an address keeps the merchant and whether a person is needed, beside the filters of every list', () => {
  const chosen = {
    status: 'Pending',
    from: '2026-11-01',
    merchantCode: 'DUKA001',
    needsAttention: true,
  } as const;
  expect(adminSettlementSearch(chosen)).toEqual(chosen);
  expect(adminSettlementSearch({ needsAttention: 'true' })).toEqual({ needsAttention: true });
});

test('an impossible choice is left out of it', () => {
  expect(adminSettlementSearch({ status: 'PAID', merchantCode: 'a b', needsAttention: 'no' })).toEqual({});
});
