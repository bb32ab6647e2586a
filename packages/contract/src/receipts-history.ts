import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { historyFilters } from './wallets.ts';

/** The same rows as `historyCsv`. */
export const historyPdf = endpoint({
  method: 'GET',
  path: '/api/receipts/v1/history.pdf',
  audience: 'consumer',
  tag: 'History',
  summary: 'Download the history, filtered like its list, as a file: transactions-{yyyy-MM-dd}.pdf',
  query: historyFilters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});
