import { formatKes, type Cloth } from '@zawadi/contract';
import { drawSwatch } from './cloth.ts';
import { signedKes } from './on-paper.ts';
import { colour, createSheet, MM, type Sheet } from './sheet.ts';

/** The payer or the payee. */
export type Party = { label: string; name: string; detail: string };

export type Receipt = {
  language: 'en' | 'sw';
  /** Kind and number of the receipt; the number is M-PESA's receipt if there is one. */
  title: readonly [word: string, number: string];
  /** Amount paid, in shillings. */
  paid: { label: string; amount: number };
  payer: Party;
  payee: Party;
  facts: { label: string; value: string; cloth?: Cloth }[];
  /** Amounts in shillings that `total` sums. */
  sums: { label: string; amount: number }[];
  total: { label: string; amount: number };
};

/** Makes a receipt of one page: amount, payer and payee, M-PESA's references, and the sums below a dotted line. */
export function receiptPdf(receipt: Receipt, made: Date): PDFKit.PDFDocument {
  const { title, language } = receipt;
  const sheet = createSheet({ size: 'A5', title: title.join(' '), language, made });
  const { left, line, group } = sheet;
  let y = sheet.letterhead(16 * MM, title);
  line(receipt.paid.label, { x: left, y }, { size: 9.5, color: colour.muted });
  y = drawFigure(sheet, { x: left, y: y + 16 }, receipt.paid.amount, 34) + 8 * MM;
  y = drawParties(sheet, y, [receipt.payer, receipt.payee]) + 5 * MM;
  group('Table', () => {
    for (const fact of receipt.facts) y = drawFact(sheet, y, fact);
  });
  y += 5 * MM;
  group('Table', () => {
    for (const { label, amount } of receipt.sums) y = drawSum(sheet, y, label, amount);
    sheet.thread(y + 2);
    y = drawTotal(sheet, y + 11, receipt.total);
  });
  sheet.decorate(() => drawShears(sheet, y + 8));
  sheet.finish();
  return sheet.doc;
}

/**
 * Draws an amount: `KES` small and raised, the figure large.
 * @returns the y below the amount
 */
export function drawFigure(
  { line, widthOf }: Sheet,
  at: { x: number; y: number; align?: 'right' },
  amount: number,
  size: number,
): number {
  const [code = '', figure = ''] = formatKes(amount).split('\u00a0');
  const large = { size, face: 'strong' as const };
  const small = { size: size * 0.38 };
  const gap = size * 0.16;
  const width = widthOf(code, small) + gap + widthOf(figure, large);
  const x = at.align === 'right' ? at.x - width : at.x;
  line(code, { x, y: at.y + size * 0.2 }, small);
  line(figure, { x: x + width - widthOf(figure, large), y: at.y }, large);
  return at.y + size * 1.1;
}

/** Draws payer and payee side by side. @returns the y below both */
export function drawParties(sheet: Sheet, y: number, parties: readonly [Party, Party]): number {
  const middle = sheet.left + sheet.width / 2 + 4 * MM;
  const below = parties.map((party, index) => drawParty(sheet, index === 0 ? sheet.left : middle, y, party));
  return Math.max(...below);
}

function drawParty({ line, paragraph, width }: Sheet, x: number, y: number, party: Party): number {
  line(party.label, { x, y }, { size: 9, color: colour.muted, tag: 'H2' });
  const column = width / 2 - 8 * MM;
  const below = paragraph(party.name, { x, y: y + 13, width: column }, { size: 11.5, face: 'strong' });
  return party.detail === ''
    ? below
    : paragraph(party.detail, { x, y: below, width: column }, { size: 10.5 });
}

function drawFact(sheet: Sheet, y: number, { label, value, cloth }: Receipt['facts'][number]): number {
  const { left, right, width, group, line, paragraph } = sheet;
  const style = { size: 10, tag: 'TD' as const };
  const room = width - sheet.widthOf(label, style) - 12 - (cloth ? 20 : 0);
  let below = y;
  group('TR', () => {
    line(label, { x: left, y: y + 6 }, { ...style, color: colour.muted, tag: 'TH' });
    below = paragraph(value, { x: right, y: y + 6, width: room, align: 'right' }, style) + 6;
  });
  if (cloth) {
    const x = right - sheet.widthOf(value, style) - 20;
    sheet.decorate(() => drawSwatch(sheet.doc, cloth, { x, y: y + 5, width: 14, height: 14 }));
  }
  sheet.rule(below);
  return below;
}

function drawSum({ left, right, group, line }: Sheet, y: number, label: string, amount: number): number {
  group('TR', () => {
    line(label, { x: left, y }, { size: 10.5, color: colour.muted, tag: 'TH' });
    line(signedKes(amount), { x: right, y, align: 'right' }, { size: 10.5, tag: 'TD' });
  });
  return y + 20;
}

function drawTotal({ left, right, group, line }: Sheet, y: number, sum: Receipt['total']): number {
  group('TR', () => {
    line(sum.label, { x: left, y: y + 5 }, { size: 11.5, face: 'strong', tag: 'TH' });
    line(signedKes(sum.amount), { x: right, y, align: 'right' }, { size: 16, face: 'strong', tag: 'TD' });
  });
  return y + 28;
}

/** Draws a zigzag edge, as if a till receipt had been cut with pinking shears. */
function drawShears({ doc, left, right }: Sheet, y: number): void {
  const count = Math.round((right - left) / 12);
  const step = (right - left) / count;
  doc.lineWidth(1).strokeColor(colour.lineStrong).moveTo(left, y);
  for (let tooth = 0; tooth < count; tooth += 1) {
    doc.lineTo(left + (tooth + 0.5) * step, y + 5).lineTo(left + (tooth + 1) * step, y);
  }
  doc.stroke();
}
