import { formatKes } from '@zawadi/contract';
import type { PrintedGift } from '../vouchers/index.ts';
import { encode } from 'uqr';
import { CLOTHS, drawCloth } from './cloth.ts';
import { onPaper } from './on-paper.ts';
import { drawShops } from './shops-by-town.ts';
import { colour, createSheet, MM, type Sheet } from './sheet.ts';
import { voucherWords } from './words.ts';

type Words = (typeof voucherWords)['en' | 'sw'];
type Box = { x: number; y: number; width: number; height: number };

const A5 = 148.5 * MM;
const BORDER = 17;
const LARGEST_MOTIF = 78 * MM;
const STUB = 56 * MM;
const NOTCH = 8;
const QR_SIZE = 40 * MM;
const MOST_BREAKS = 8;

/**
 * Makes a voucher of one printed page. The upper half is the ticket to cut off, the lower half explains how to spend
 * the voucher.
 */
export function voucherPdf(voucher: PrintedGift, language: 'en' | 'sw', made: Date): PDFKit.PDFDocument {
  const words = voucherWords[language];
  const title = `${words.gift} ${formatKes(voucher.value)}`;
  const sheet = createSheet({ size: 'A4', title, language, made, hem: 'none' });
  const { left, width } = sheet;
  const top = sheet.letterhead(10 * MM, [words.gift, words.giftFrom(voucher.senderName)]);
  const ticket = { x: left, y: top, width, height: A5 - 9 * MM - top };
  drawGift(sheet, { ...ticket, width: width - STUB }, voucher, words);
  drawStub(sheet, { ...ticket, x: left + width - STUB, width: STUB }, voucher, words);
  sheet.decorate(() => drawJoint(sheet, ticket));
  sheet.decorate(() => drawCutLine(sheet, A5));
  if (voucher.code !== undefined) drawWays(sheet, A5 + 10 * MM, voucher, words);
  sheet.finish();
  return sheet.doc;
}

function drawGift(sheet: Sheet, box: Box, voucher: PrintedGift, words: Words): void {
  const { ink, ink2, band } = CLOTHS[voucher.cloth];
  const inner = { x: box.x + BORDER, width: box.width - 2 * BORDER };
  const paper = { x: inner.x + inner.width / 2, width: inner.width - 16 * MM, align: 'centre' as const };
  const jina = messageOf(sheet, paper.width, voucher.message && `“${voucher.message}”`);
  const cite = sheet.linesOf(words.from(voucher.senderName), paper.width, { size: 10 });
  const jinaHeight = jina.lines.length * jina.leading + cite.length * 14 + 8 * MM;
  const [top, bottom] = [box.y + BORDER, box.y + box.height - BORDER - jinaHeight];
  const motif = Math.min(LARGEST_MOTIF, bottom - top);
  sheet.decorate(() => {
    drawCloth(sheet.doc, voucher.cloth, { ...box, border: BORDER, motif });
    sheet.doc.rect(inner.x, bottom, inner.width, jinaHeight).fill(colour.paper);
    sheet.doc.rect(inner.x, bottom, inner.width, 1.5).fill(band);
  });
  const x = inner.x + 8 * MM;
  let y = top + 7 * MM;
  sheet.line(words.zawadiFor, { x, y }, { size: 11, color: ink2 });
  const size = voucher.recipientName.length > 40 ? 12 : 17;
  const beside = inner.width - 8 * MM - 0.75 * motif;
  y = sheet.paragraph(
    voucher.recipientName,
    { x, y: y + 15, width: beside },
    { size, face: 'strong', color: ink, lineHeight: size * 1.24, tag: 'H2' },
  );
  const isBelowMotif = bottom - 26 * MM > top + 0.68 * motif;
  const width = isBelowMotif ? inner.width - 16 * MM : beside;
  const height = bottom - 4 * MM - y;
  drawValue(sheet, { x, bottom: bottom - 4 * MM, width, height }, voucher, ink);
  y = bottom + 4 * MM;
  if (jina.text !== '') {
    const style = { size: jina.size, face: 'strong' as const, color: colour.paperInk };
    y = sheet.paragraph(jina.text, { ...paper, y }, { ...style, lineHeight: jina.leading });
  }
  const quiet = { size: 10, color: colour.paperMuted, lineHeight: 14 };
  sheet.paragraph(words.from(voucher.senderName), { ...paper, y: y + 2 }, quiet);
}

/**
 * Lays the message out so that all fits on one page: sets a long message smaller, and removes line breaks if there
 * are too many.
 */
function messageOf(sheet: Sheet, width: number, message: string) {
  const text = message.split('\n').length > MOST_BREAKS ? message.replaceAll(/\s*\n\s*/gu, ' ') : message;
  const size = [13, 11, 9].find(
    (one) => sheet.linesOf(text, width, { size: one, face: 'strong' }).length * one * 1.35 < 34 * MM,
  );
  const fitting = size ?? 8.5;
  const lines = text === '' ? [] : sheet.linesOf(text, width, { size: fitting, face: 'strong' });
  return { text, lines, size: fitting, leading: fitting * 1.35 };
}

/** Draws the voucher's value as large as possible. */
function drawValue(
  { line, widthOf }: Sheet,
  { x, bottom, width, height }: { x: number; bottom: number; width: number; height: number },
  voucher: PrintedGift,
  color: string,
): void {
  const [code = '', figure = ''] = formatKes(voucher.value).split('\u00a0');
  const widthAt = (size: number) =>
    widthOf(code, { size: size * 0.36 }) + size * 0.1 + widthOf(figure, { size, face: 'strong' });
  const size = Math.min(60, (60 * width) / widthAt(60), height);
  const small = { size: size * 0.36, color };
  const y = bottom - size * 1.05;
  line(code, { x, y: y + size * 0.22 }, small);
  line(figure, { x: x + widthOf(code, small) + size * 0.1, y }, { size, face: 'strong', color });
}

function drawStub(sheet: Sheet, box: Box, voucher: PrintedGift, words: Words): void {
  const { line, paragraph, doc } = sheet;
  const { code, alias, status, balance, value } = voucher;
  const x = box.x + 7 * MM;
  const width = box.width - 14 * MM;
  sheet.decorate(() => doc.rect(box.x, box.y, box.width, box.height).fill(colour.paper));
  const style = { size: 11, color: colour.paperInk };
  if (code === undefined) {
    paragraph(words.status[status], { x, y: box.y + 12 * MM, width }, { ...style, face: 'strong' });
    return;
  }
  const qr = { x: box.x + (box.width - QR_SIZE) / 2, y: box.y + 9 * MM };
  sheet.figure(words.qr, () => drawQr(sheet, qr, code));
  let y = box.y + 9 * MM + QR_SIZE + 9 * MM;
  line(words.code, { x, y }, { size: 10, color: colour.paperMuted });
  const groups = code.split('-');
  const rows = [groups.slice(0, 2).join('\u00a0'), groups.slice(2).join('\u00a0')];
  y = paragraph(
    rows.join('\n'),
    { x, y: y + 15, width: box.width - 9 * MM },
    { size: 16, face: 'strong', color: colour.paperInk, spacing: 0.9, lineHeight: 22, tag: 'H2' },
  );
  if (alias !== undefined) {
    line(words.number, { x, y: y + 4 }, { size: 10, color: colour.paperMuted });
    const style13 = { size: 12, face: 'strong' as const, color: colour.paperInk, lineHeight: 15 };
    y = paragraph(alias.replaceAll(' ', '\u00a0'), { x, y: y + 17, width: box.width - 9 * MM }, style13);
  }
  const facts = [
    balance === value ? words.status[status] : words.left(formatKes(balance), formatKes(value)),
    words.until(onPaper(new Date(voucher.expiresAt), 'day', sheet.language)),
  ];
  y = Math.max(y + 6, box.y + box.height - 22 * MM);
  const isWhole = status === 'ACTIVE';
  if (isWhole) sheet.decorate(() => drawTick(sheet, { x, y: y - 0.5 }));
  const strong = { size: 10, face: 'strong', color: isWhole ? colour.success : colour.paperInk } as const;
  const state = { x: isWhole ? x + 16 : x, y, width };
  y = paragraph(facts[0] ?? '', state, { ...strong, lineHeight: 14 });
  paragraph(facts[1] ?? '', { x, y: y + 2, width }, { ...style, size: 10, lineHeight: 14 });
}

function drawTick({ doc }: Sheet, { x, y }: { x: number; y: number }): void {
  doc
    .translate(x, y)
    .scale(12 / 24)
    .lineWidth(2.2)
    .lineCap('round')
    .lineJoin('round');
  doc.strokeColor(colour.success).circle(12, 12, 10).stroke().path('m16 9-5.5 5.5L8 12').stroke();
}

/** Draws the QR code for a till's camera: dark on white in any design, with the required quiet zone. */
function drawQr({ doc }: Sheet, at: { x: number; y: number }, code: string): void {
  const { data, size } = encode(code.replaceAll('-', ''), { ecc: 'M', border: 2 });
  const cell = QR_SIZE / size;
  doc.lineWidth(0.5).roundedRect(at.x, at.y, QR_SIZE, QR_SIZE, 3).fillAndStroke('#ffffff', '#d9cdb0');
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) doc.rect(at.x + column * cell, at.y + row * cell, cell, cell);
    }
  }
  doc.fill('#1d1a12');
}

/** Draws the perforation between ticket and stub, with a notch at each end. */
function drawJoint({ doc }: Sheet, { x, y, width, height }: Box): void {
  const seam = x + width - STUB;
  doc.lineWidth(2).lineCap('round').dash(0.1, { space: 5 }).strokeColor('#d9cdb0');
  doc
    .moveTo(seam, y + NOTCH + 4)
    .lineTo(seam, y + height - NOTCH - 4)
    .stroke()
    .undash();
  for (const end of [y, y + height]) doc.circle(seam, end, NOTCH).fill('#ffffff');
}

const SCISSORS = 'M8.12 8.12 12 12M20 4 8.12 15.88M14.8 14.8 20 20';

function drawCutLine({ doc }: Sheet, y: number): void {
  doc.lineWidth(0.9).strokeColor(colour.lineStrong).dash(4, { space: 3 });
  doc.moveTo(0, y).lineTo(doc.page.width, y).stroke().undash();
  doc.rect(7 * MM, y - 8, 7 * MM, 16).fill('#ffffff');
  doc.translate(8 * MM, y - 7).scale(14 / 24);
  doc.lineWidth(2).lineCap('round').strokeColor(colour.muted).path(SCISSORS).stroke();
  doc.circle(6, 6, 3).stroke().circle(6, 18, 3).stroke();
}

/** Draws the explanation of how and where to spend the voucher. */
function drawWays(sheet: Sheet, top: number, voucher: PrintedGift, words: Words): void {
  const { left, width, line, paragraph, doc } = sheet;
  const ways = voucher.canBeClaimed ? words.ways : words.waysOfOneShop(voucher.senderName);
  const each = width / 3;
  let below = top;
  sheet.group('L', () => {
    for (const [index, way] of ways.entries()) {
      const x = left + index * each;
      sheet.decorate(() => {
        const [cx, cy] = [x + 9, top + 9];
        doc.polygon([cx, cy - 10], [cx + 10, cy], [cx, cy + 10], [cx - 10, cy]).fill(colour.primary);
      });
      sheet.group('LI', () => {
        const number = { x: x + 9, y: top + 3.5, align: 'centre' as const };
        line(String(index + 1), number, { size: 9, face: 'strong', color: '#ffffff' });
        const at = { x: x + 26, y: top + 1, width: each - 34 };
        below = Math.max(below, paragraph(way, at, { size: 10.5, lineHeight: 14, tag: 'LBody' }));
      });
    }
  });
  const y = drawShops(sheet, below + 7 * MM, voucher);
  paragraph(words.money, { x: left, y: Math.max(y, sheet.bottom - 18), width }, { size: 10, face: 'strong' });
}
