import { formatKes, type Settlement, type SettlementTransaction } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { nairobiDay, nairobiTime } from '../../platform/nairobi-time.ts';
import { createSheet, type Sheet, drawRow, writePages, type Column } from '../receipts/index.ts';

const COLUMNS: Column<SettlementTransaction>[] = [
  { heading: 'Date', at: 0, text: ({ date }) => moment(date), isMuted: true },
  { heading: 'What', at: 110, text: ({ description }) => description },
  { heading: 'Voucher', at: 240, text: ({ voucherId }) => voucherId?.slice(0, 8) ?? '', isMuted: true },
  { heading: 'Amount', at: 'right', text: ({ amount }) => signed(amount) },
];

/** The statement of one batch: sums, where it went, and everything in it. Pages are written as they are read. */
export function settlementPdf(
  deps: Pick<Deps, 'log'>,
  of: {
    businessName: string;
    merchantCode: string;
    settlement: Settlement;
    pages: AsyncGenerator<SettlementTransaction[]>;
  },
): PDFKit.PDFDocument {
  const { settlement } = of;
  const sheet = createSheet({ size: 'A4', title: `Settlement ${settlement.batchId}`, language: 'en' });
  const y = drawHead(sheet, of);
  writePages(deps, sheet, y, COLUMNS, of.pages);
  return sheet.doc;
}

function drawHead(
  sheet: Sheet,
  of: { businessName: string; merchantCode: string; settlement: Settlement },
): number {
  const { left, width } = sheet;
  const { settlement: batch } = of;
  let y = sheet.letterhead(40);
  y = sheet.paragraph(of.businessName, { x: left, y, width }, { size: 26, face: 'strong' });
  y = sheet.paragraph(
    `${of.merchantCode} · Settlement ${batch.batchId} · ${batch.status}`,
    { x: left, y, width },
    { size: 12 },
  );
  y = drawRow(sheet, y + 16, 'Up to', moment(batch.cutOffAt));
  y = drawRow(sheet, y, 'Transactions', String(batch.transactionCount));
  y = drawRow(sheet, y, 'Amount', formatKes(batch.amount));
  y = drawRow(sheet, y, 'Processing fee', signed(-batch.processingFee));
  sheet.thread(y + 4);
  y = drawRow(sheet, y + 14, 'Paid to you', formatKes(batch.netAmount), 14);
  y = drawRow(sheet, y, 'To', batch.destination);
  if (batch.completedAt) y = drawRow(sheet, y, 'Paid on', moment(batch.completedAt));
  if (batch.reference) y = drawRow(sheet, y, 'Reference', batch.reference);
  return y + 20;
}

/** `2026-11-20 14:05` in Nairobi. */
function moment(at: string): string {
  const date = new Date(at);
  return `${nairobiDay(date)} ${nairobiTime(date).slice(0, 5)}`;
}

function signed(amount: number): string {
  return amount < 0 ? `−${formatKes(-amount)}` : formatKes(amount);
}
