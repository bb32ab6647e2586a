import { formatKes } from '@zawadi/contract';
import { colour, createSheet, type Sheet } from './sheet.ts';

export type Receipt = {
  language: 'en' | 'sw';
  title: string;
  /** The payee or recipient, printed first. */
  name: string;
  /** What it was, in a few words. */
  kind: string;
  /** Figures in shillings, the last one being their sum. */
  sums: { label: string; amount: number }[];
  total: { label: string; amount: number };
  facts: { label: string; value: string }[];
  footer: string;
};

/** One page: the name, the sums over their thread, and what can be looked up at M-PESA. */
export function receiptPdf(receipt: Receipt): PDFKit.PDFDocument {
  const sheet = createSheet({ size: 'A5', title: receipt.title, language: receipt.language });
  const { left, width, doc } = sheet;
  let y = sheet.letterhead(40);
  y = sheet.paragraph(receipt.name, { x: left, y, width }, { size: 26, face: 'strong' });
  y = sheet.paragraph(receipt.kind, { x: left, y, width }, { size: 12, color: colour.muted }) + 22;
  for (const { label, amount } of receipt.sums) y = row(sheet, y, label, money(amount), 12);
  sheet.thread(y + 4);
  y = total(sheet, y + 18, receipt.total) + 24;
  for (const { label, value } of receipt.facts) y = row(sheet, y, label, value, 10.5);
  sheet.paragraph(
    receipt.footer,
    { x: left, y: doc.page.height - 90, width },
    { size: 9, color: colour.muted },
  );
  doc.end();
  return doc;
}

function row(sheet: Sheet, y: number, label: string, value: string, size: number): number {
  const { left, right } = sheet;
  sheet.line(label, { x: left, y }, { size, color: colour.muted });
  const valueLeft = left + sheet.widthOf(label, { size }) + 16;
  const fits = sheet.widthOf(value, { size }) <= right - valueLeft;
  if (fits) {
    sheet.line(value, { x: right, y, align: 'right' }, { size });
    return y + size * 1.9;
  }
  return sheet.paragraph(value, { x: left, y: y + size * 1.4, width: sheet.width }, { size }) + size * 0.4;
}

function total({ left, right, line }: Sheet, y: number, sum: { label: string; amount: number }): number {
  line(sum.label, { x: left, y: y + 7 }, { size: 13, face: 'strong' });
  line(money(sum.amount), { x: right, y, align: 'right' }, { size: 22, face: 'strong' });
  return y + 34;
}

/** A fee stands with its minus sign. */
function money(amount: number): string {
  return amount < 0 ? `−${formatKes(-amount)}` : formatKes(amount);
}
