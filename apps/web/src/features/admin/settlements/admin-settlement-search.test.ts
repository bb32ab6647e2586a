import { expect, test } from 'vitest';
import { adminSettlementSearch } from './admin-settlement-search.ts';

test('an address keeps the merchant and the attention filter, together with the filters of every list', () => {
  const chosen = {
    status: 'Pending',
    from: '2026-11-01',
    merchantCode: 'DUKA001',
    needsAttention: true,
  } as const;
  expect(adminSettlementSearch(chosen)).toEqual(chosen);
  expect(adminSettlementSearch({ needsAttention: 'true' })).toEqual({ needsAttention: true });
});

test('ignores an impossible filter', () => {
  expect(adminSettlementSearch({ status: 'PAID', merchantCode: 'a b', needsAttention: 'no' })).toEqual({});
});
