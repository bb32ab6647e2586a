import { formatKes, shillingsOf, type Settlement, type SettlementTransaction } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { createSheet, type Sheet, drawRow, writePages, type Column } from '../receipts/index.ts';
import type { DaySum } from './batch-entries-store.ts';
import { describeEntryKind } from './words.ts';

/** Lines that a statement has. 50,000 would take ten seconds of the process and 330 MB of its memory. */
export const LINES_AT_MOST = 1_000;

const COLUMNS: Column<SettlementTransaction>[] = [
  { heading: 'Date', at: 0, text: ({ date }) => moment(date), isMuted: true },
  { heading: 'What', at: 110, text: ({ description }) => description },
  { heading: 'Voucher', at: 240, text: ({ voucherId }) => voucherId?.slice(0, 8) ?? '', isMuted: true },
  { heading: 'Amount', at: 'right', text: ({ amount }) => signed(amount) },
];

const DAY_COLUMNS: Column<DaySum>[] = [
  { heading: 'Day', at: 0, text: ({ day }) => day, isMuted: true },
  { heading: 'What', at: 110, text: ({ kind }) => describeEntryKind(kind).description },
  { heading: 'Transactions', at: 300, text: ({ count }) => count.toLocaleString('en-KE'), isMuted: true },
  { heading: 'Amount', at: 'right', text: ({ amountCents }) => signed(shillingsOf(amountCents)) },
];

/**
 * The statement of one batch: sums, where it went, and everything in it, or what every day came to where that is too
 * much for paper. Pages are written as they are read.
 */
export function settlementPdf(
  deps: Pick<Deps, 'log'>,
  of: {
    businessName: string;
    merchantCode: string;
    settlement: Settlement;
    contents: { lines: AsyncGenerator<SettlementTransaction[]> } | { days: DaySum[] };
  },
): PDFKit.PDFDocument {
  const { settlement, contents } = of;
  const sheet = createSheet({ size: 'A4', title: `Settlement ${settlement.batchId}`, language: 'en' });
  const y = drawHead(sheet, of);
  if ('lines' in contents) writePages(deps, sheet, y, COLUMNS, contents.lines);
  else writePages(deps, sheet, drawWhyShort(sheet, y, settlement), DAY_COLUMNS, oneOf(contents.days));
  return sheet.doc;
}

/** @returns the y below it */
function drawWhyShort(sheet: Sheet, y: number, { transactionCount }: Settlement): number {
  const { left, width } = sheet;
  const count = transactionCount.toLocaleString('en-KE');
  const words = `${count} transactions are too many for paper, so this is what each day came to. The CSV file of this batch has every one of them.`;
  return sheet.paragraph(words, { x: left, y, width }, { size: 11 }) + 12;
}

async function* oneOf<Page>(page: Page): AsyncGenerator<Page> {
  yield page;
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
