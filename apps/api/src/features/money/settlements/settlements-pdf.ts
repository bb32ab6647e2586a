import { formatKes, type Settlement, type SettlementFilters } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { createSheet, drawRow, writePages, type Column } from '../receipts/index.ts';

const COLUMNS: Column<Settlement>[] = [
  { heading: 'Batch ID', at: 0, text: ({ batchId }) => batchId },
  { heading: 'Date', at: 120, text: ({ date }) => nairobiDay(new Date(date)), isMuted: true },
  { heading: 'Status', at: 190, text: ({ status }) => status },
  { heading: 'Channel', at: 260, text: ({ payoutChannel }) => payoutChannel, isMuted: true },
  { heading: 'Trans.', at: 340, text: ({ transactionCount }) => String(transactionCount), isMuted: true },
  { heading: 'Fee', at: 385, text: ({ processingFee }) => formatKes(processingFee), isMuted: true },
  { heading: 'Amount', at: 'right', text: ({ amount }) => formatKes(amount) },
];

/** Batches that a document has. */
export const BATCHES_AT_MOST = 1_000;

/** The filtered batches as a document, the newest if there are many, with the totals of everything that fits. */
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
  const sheet = createSheet({ size: 'A4', title: 'Settlements', language: 'en' });
  const { left, width } = sheet;
  let y = sheet.letterhead(40);
  y = sheet.paragraph(of.businessName, { x: left, y, width }, { size: 26, face: 'strong' });
  const period = [filters.from ?? 'the beginning', filters.to ?? nairobiDay(deps.clock.now())].join(' to ');
  y = sheet.paragraph(`${of.merchantCode} · Settlements, ${period}`, { x: left, y, width }, { size: 12 });
  y = drawRow(sheet, y + 16, 'Batches', String(totals.count));
  y = drawRow(sheet, y, 'Amount', formatKes(totals.amount));
  y = drawRow(sheet, y, 'Total fees', formatKes(totals.fees));
  sheet.thread(y + 4);
  y += 22;
  if (totals.count > BATCHES_AT_MOST) {
    const words = 'Here are the newest 1,000 of them. The CSV file has them all.';
    y = sheet.paragraph(words, { x: left, y, width }, { size: 11 }) + 12;
  }
  writePages(deps, sheet, y, COLUMNS, of.pages);
  return sheet.doc;
}
