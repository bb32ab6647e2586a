import { formatKes, type PublicVoucher } from '@zawadi/contract';
import { encode } from 'uqr';
import { colour, createSheet, type Sheet } from './sheet.ts';
import { voucherWords } from './words.ts';

// The grounds and bands of the cloths, as in apps/web/src/styles.
const CLOTHS: Record<PublicVoucher['cloth'], { ground: string; ink: string; band: string; thread: string }> =
  {
    plain: { ground: '#0a5a50', ink: '#fff6e2', band: '#063a34', thread: '#f2a516' },
    asante: { ground: '#5b1d43', ink: '#fff3df', band: '#3a0f2a', thread: '#f2a516' },
    birthday: { ground: '#f3aa1f', ink: '#2a1500', band: '#9c1f4a', thread: '#fff3dc' },
    graduation: { ground: '#222f73', ink: '#fff6e2', band: '#141c4a', thread: '#f2a516' },
    eid: { ground: '#f2e8cd', ink: '#123d2b', band: '#14503a', thread: '#f2a516' },
    christmas: { ground: '#95191d', ink: '#fff3df', band: '#123f2c', thread: '#f2a516' },
  };
const BAND = 20;
const QR_SIZE = 148;
const SHOPS_SHOWN = 8;

/** The voucher as one page to print and hand over: cloth, message, code, and the code again as QR. */
export function voucherPdf(voucher: PublicVoucher, language: 'en' | 'sw'): PDFKit.PDFDocument {
  const words = voucherWords[language];
  const title = `${words.gift} ${formatKes(voucher.value)}`;
  const sheet = createSheet({ size: 'A4', title, language });
  const y = drawCloth(sheet, sheet.letterhead(40), voucher, words);
  const below = drawMessage(sheet, y, voucher, words);
  drawStub(sheet, below + 24, voucher, language);
  sheet.doc.end();
  return sheet.doc;
}

type Words = (typeof voucherWords)['en' | 'sw'];

function drawCloth(sheet: Sheet, top: number, voucher: PublicVoucher, words: Words): number {
  const { doc, left, width, line } = sheet;
  const { ground, ink, band, thread } = CLOTHS[voucher.cloth];
  const height = 190;
  doc.rect(left, top, width, height).fill(band);
  doc.rect(left + BAND, top + BAND, width - 2 * BAND, height - 2 * BAND).fill(ground);
  knots(sheet, top + BAND / 2, thread);
  knots(sheet, top + height - BAND / 2, thread);
  const x = left + BAND + 26;
  line(
    fitted(sheet, voucher.recipientName, width - 92, 22),
    { x, y: top + 44 },
    { size: 22, face: 'strong', color: ink },
  );
  line(words.gift, { x, y: top + 74 }, { size: 12, color: ink });
  line(formatKes(voucher.value), { x, y: top + 104 }, { size: 46, face: 'strong', color: ink });
  return top + height;
}

/** The band is woven of knots: turned squares. */
function knots({ doc, left, width }: Sheet, y: number, color: string): void {
  const count = Math.floor(width / 22);
  const step = width / count;
  for (let index = 0; index < count; index += 1) {
    const x = left + step * (index + 0.5);
    doc.polygon([x, y - 6], [x + 6, y], [x, y + 6], [x - 6, y]).fill(color);
  }
}

function drawMessage(sheet: Sheet, top: number, voucher: PublicVoucher, words: Words): number {
  const { left, width, line, paragraph } = sheet;
  const x = left + 4;
  const below = voucher.message
    ? paragraph(inFewLines(voucher.message), { x, y: top + 24, width: width - 8 }, { size: 15 })
    : top + 16;
  const from = `${words.from} ${voucher.senderName}`;
  line(fitted(sheet, from, width - 8, 12), { x, y: below + 6 }, { size: 12, color: colour.muted });
  return below + 28;
}

const MOST_BREAKS = 8;

/** The page has to be one page, even for a message of many empty lines. */
function inFewLines(message: string): string {
  return message.split('\n').length > MOST_BREAKS ? message.replaceAll(/\s*\n\s*/gu, ' ') : message;
}

function drawStub(sheet: Sheet, top: number, voucher: PublicVoucher, language: 'en' | 'sw'): void {
  const { left, right, width, line, paragraph, thread } = sheet;
  const words = voucherWords[language];
  thread(top);
  const column = width - QR_SIZE - 32;
  let y = top + 28;
  if (voucher.code === undefined) {
    line(words.status[voucher.status], { x: left, y }, { size: 20, face: 'strong', color: colour.muted });
    return;
  }
  line(words.code, { x: left, y }, { size: 11, color: colour.muted });
  line(voucher.code, { x: left, y: y + 16 }, { size: 22, face: 'strong', spacing: 1 });
  drawQr(sheet, { x: right - QR_SIZE, y: top + 20 }, voucher.code);
  y += 56;
  if (voucher.balance !== voucher.value) {
    line(words.left(formatKes(voucher.balance)), { x: left, y }, { size: 13, face: 'strong' });
    y += 24;
  }
  const expiry = words.until(dayIn(language, voucher.expiresAt));
  y = paragraph(expiry, { x: left, y, width: column }, { size: 12 }) + 6;
  const shops = voucher.shops.slice(0, SHOPS_SHOWN).map(({ businessName }) => businessName);
  if (shops.length > 0) {
    const where = words.where(shops.join(', '));
    y = paragraph(where, { x: left, y, width: column }, { size: 11, color: colour.muted });
  }
  const foot = Math.max(y + 8, top + QR_SIZE + 36);
  paragraph(words.keep, { x: left, y: foot, width }, { size: 10, color: colour.muted });
}

/** The code alone, as the camera of a till reads it; always dark on white, with the quiet zone it needs. */
function drawQr({ doc }: Sheet, at: { x: number; y: number }, code: string): void {
  const { data, size } = encode(code.replaceAll('-', ''), { ecc: 'M', border: 2 });
  const cell = QR_SIZE / size;
  doc.rect(at.x, at.y, QR_SIZE, QR_SIZE).fill('#ffffff');
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) doc.rect(at.x + column * cell, at.y + row * cell, cell, cell);
    }
  }
  doc.fill('#000000');
}

/** A name that is too long for its line ends in dots. */
function fitted(sheet: Sheet, text: string, width: number, size: number): string {
  const style = { size, face: 'strong' as const };
  let shown = [...text];
  if (sheet.widthOf(text, style) <= width) return text;
  while (shown.length > 1 && sheet.widthOf(`${shown.join('')}…`, style) > width) shown = shown.slice(0, -1);
  return `${shown.join('').trimEnd()}…`;
}

function dayIn(language: 'en' | 'sw', moment: string): string {
  return new Intl.DateTimeFormat(`${language}-KE`, { dateStyle: 'long', timeZone: 'Africa/Nairobi' }).format(
    new Date(moment),
  );
}
