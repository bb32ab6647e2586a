import { expect, test } from 'vitest';
import { invoiceSearch, latestMonths } from './invoice-search.ts';

test('reads month, merchant and missing eTIMS number from the URL as filters, and ignores other parameters', () => {
  expect(invoiceSearch({ month: '2026-10', merchantCode: 'duka001', etims: 'missing', x: 1 })).toEqual({
    month: '2026-10',
    merchantCode: 'DUKA001',
    etims: 'missing',
  });
  expect(invoiceSearch({ month: '2026-13', etims: 'some' })).toEqual({});
});

test('offers past months, also in the previous year', () => {
  expect(latestMonths('2026-02-20', 3)).toEqual(['2026-01', '2025-12', '2025-11']);
});
