import { expect, test } from 'vitest';
import { adminSettlementSearch } from './admin-settlement-search.ts';

test('the URL keeps the merchant, the attention filter and the usual filters of a list', () => {
  const chosen = {
    status: 'Pending',
    from: '2026-11-01',
    merchantCode: 'DUKA001',
    needsAttention: true,
  } as const;
  expect(adminSettlementSearch(chosen)).toEqual(chosen);
  expect(adminSettlementSearch({ needsAttention: 'true' })).toEqual({ needsAttention: true });
});

test('ignores an impossible filter in the URL', () => {
  expect(adminSettlementSearch({ status: 'PAID', merchantCode: 'a b', needsAttention: 'no' })).toEqual({});
});
