import type { InvoiceFilters } from '@zawadi/contract/invoices';
import { chosenOf, onlyChosen } from '../../lists/search-params.ts';
import { shopCode } from '../transactions/transaction-search.ts';

/** Reads the filters of the invoices list from the URL. */
export function invoiceSearch({ month, merchantCode, etims }: Record<string, unknown>): InvoiceFilters {
  return onlyChosen<InvoiceFilters>({
    month: typeof month === 'string' && /^20\d\d-(?:0[1-9]|1[0-2])$/u.test(month) ? month : undefined,
    merchantCode: shopCode(merchantCode),
    etims: chosenOf(['missing', 'entered'] as const, etims),
  });
}

/** Returns the `count` months before this one, the latest first: `2026-10`, `2026-09`… */
export function latestMonths(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, before) =>
    new Date(Date.UTC(year, month - 2 - before, 1)).toISOString().slice(0, 7),
  );
}
