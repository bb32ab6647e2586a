import { listReconciliationItems, reconciliationStatus } from '@zawadi/contract/reconciliation-items';
import { reconciliationState, statementAccount } from '@zawadi/contract/reconciliation';
import { expect, test } from 'vitest';
import { itemFilters, itemSearch } from './item-search.ts';

test('the URL keeps every filter, and the contract accepts these filters', () => {
  for (const state of reconciliationState.options) expect(itemSearch({ state })).toEqual({ state });
  for (const account of statementAccount.options) expect(itemSearch({ account })).toEqual({ account });
  for (const status of reconciliationStatus.options) {
    const filters = itemFilters(itemSearch({ status, kind: 'charge', search: 'UKL7' }));
    expect(filters).toEqual({ status, kind: 'charge', search: 'UKL7' });
    expect(listReconciliationItems.query.safeParse(filters).success).toBe(true);
  }
});

test('loads only open items, unless the filter asks for all', () => {
  const runId = '0199f0aa-11bb-7c3d-9e4f-55667788990a';
  expect(itemFilters({}, runId)).toEqual({ runId, status: 'open' });
  expect(itemFilters({ status: 'all' })).toEqual({});
});

test('ignores invalid filters in a hand-edited URL', () => {
  expect(itemSearch({ account: 'savings', state: 'gone', status: 'closed', kind: 1, search: '' })).toEqual(
    {},
  );
});
