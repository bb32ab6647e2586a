import { formatKes, type Settlement, type SettlementFilters } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { onPaper, periodOnPaper, signedKes, tableDocument, type Column } from '../../money/receipts/index.ts';

const COLUMNS: Column<Settlement>[] = [
  { heading: 'Batch ID', text: ({ batchId }) => batchId },
  { heading: 'Date', text: ({ date }) => onPaper(new Date(date), 'day'), isMuted: true, share: 0.15 },
  { heading: 'Status', text: ({ status }) => status, share: 0.14 },
  { heading: 'Channel', text: ({ payoutChannel }) => payoutChannel, isMuted: true, share: 0.13 },
  {
    heading: 'Trans.',
    text: ({ transactionCount }) => transactionCount.toLocaleString('en-KE'),
    align: 'right',
    share: 0.09,
  },
  { heading: 'Fee', text: ({ processingFee }) => signedKes(-processingFee), align: 'right', share: 0.14 },
  { heading: 'Amount', text: ({ amount }) => formatKes(amount), align: 'right', share: 0.15 },
];

/** Maximum number of batches in the document. */
export const BATCHES_AT_MOST = 1_000;

/** Renders the filtered batches as a PDF with totals of all that match. Lists only the newest `BATCHES_AT_MOST`. */
export function settlementsPdf(
  deps: Pick<Deps, 'log' | 'clock'>,
  of: {
    businessName: string;
    merchantCode: string;
    filters: SettlementFilters;
    totals: { count: number; amount: number; fees: number };
    pages: AsyncGenerator<Settlement[]>;
  },
): PDFKit.PDFDocument {
  const { filters, totals } = of;
  const to = filters.to ?? nairobiDay(deps.clock.now());
  const period = filters.from
    ? periodOnPaper({ from: filters.from, to })
    : `Up to ${onPaper(beginningOfNairobiDay(to), 'longDay')}`;
  return tableDocument(deps, {
    title: ['Settlements', period],
    name: of.businessName,
    subtitle: of.merchantCode,
    facts: [
      ['Batches', totals.count.toLocaleString('en-KE')],
      ['Amount', formatKes(totals.amount)],
      ['Total fees', signedKes(-totals.fees)],
    ],
    ...(totals.count > BATCHES_AT_MOST && {
      note: 'Here are the newest 1,000 of them. The CSV file has them all.',
    }),
    columns: COLUMNS,
    pages: of.pages,
  });
}
