import { merchantTransactions } from '@zawadi/contract/merchant-reports';
import { expect, test } from 'vitest';
import { transactionSearch } from './transaction-search.ts';

test('S106 the URL keeps every filter of the transactions screen', () => {
  const chosen = { search: 'TKE4XQ81ZN', status: 'Failed', from: '2026-11-01', to: '2026-11-20' };
  expect(transactionSearch(chosen)).toEqual(chosen);
});

test('ignores unreadable filters in a hand-edited URL', () => {
  const odd = { search: ' b ', status: 'FAILED', from: 'yesterday', to: '2026-02-30', page: 2 };
  expect(transactionSearch(odd)).toEqual({});
});

test('the contract accepts every filter that the URL keeps', () => {
  const { status } = merchantTransactions.query.shape;
  for (const one of status.unwrap().options)
    expect(transactionSearch({ status: one })).toEqual({ status: one });
  for (const search of ['abc', '  ab c ', 'x'.repeat(80)])
    expect(merchantTransactions.query.safeParse(transactionSearch({ search })).success).toBe(true);
});
