import { expect, test } from 'vitest';
import { transactionSearch } from './transaction-search.ts';

test('S288 the URL keeps the filters of the transactions', () => {
  const chosen = {
    search: '0712 000 001',
    type: 'Deposit',
    status: 'Failed',
    merchantCode: 'duka001',
    from: '2026-11-01',
    to: '2026-11-20',
    minimumAmount: '100',
    maximumAmount: 5000,
  };
  expect(transactionSearch(chosen)).toEqual({ ...chosen, merchantCode: 'DUKA001', minimumAmount: 100 });
});

test('ignores an impossible filter in the URL', () => {
  const nonsense = {
    search: '',
    type: 'Payout',
    status: 'Completed',
    merchantCode: 'no such shop',
    from: '2026-13-01',
    minimumAmount: '-1',
    maximumAmount: 'many',
  };
  expect(transactionSearch(nonsense)).toEqual({});
  expect(transactionSearch({ minimumAmount: '', maximumAmount: 1.5 })).toEqual({});
});
