import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Cloth } from '@zawadi/contract';
import type SvgToPdf from 'svg-to-pdfkit';

/** Colours of the voucher designs ("cloths"), the same as in apps/web/src/styles/cloths.css. */
export const CLOTHS: Record<Cloth, { ground: string; ink: string; ink2: string; band: string }> = {
  plain: { ground: '#0a5a50', ink: '#fff6e2', ink2: '#d9eee2', band: '#063a34' },
  asante: { ground: '#5b1d43', ink: '#fff3df', ink2: '#f6d9e2', band: '#3a0f2a' },
  birthday: { ground: '#f3aa1f', ink: '#2a1500', ink2: '#4a2600', band: '#9c1f4a' },
  graduation: { ground: '#222f73', ink: '#fff6e2', ink2: '#dfe3fb', band: '#141c4a' },
  eid: { ground: '#f2e8cd', ink: '#123d2b', ink2: '#2c5140', band: '#14503a' },
  christmas: { ground: '#95191d', ink: '#fff3df', ink2: '#fbdcd0', band: '#123f2c' },
};

type Box = { x: number; y: number; width: number; height: number };
type Part = 'band' | 'edge' | 'ground' | 'motif';

// SVG drawings of the cloths, which the web app also serves: 36 KB in all.
const DRAWINGS = new URL('../../../../../web/public/cloth/', import.meta.url);
const HEM = 17;
/** Size of an SVG tile of the band and of its edge. */
const TILE = 32;
/** Size of an SVG tile of the woven ground, and its printed size in points. */
const GROUND_TILE = 48;
const GROUND_SIZE = 27;

const require = createRequire(import.meta.url);

const MARK = { green: '#0a5a50', gold: '#f2a516', cream: '#fff3dc' } as const;

/** Draws our logo. */
export function drawMark(doc: PDFKit.PDFDocument, at: { x: number; y: number; size: number }): void {
  doc.translate(at.x, at.y).scale(at.size / 40);
  doc.path('M4 3h32v11.5a5.5 5.5 0 0 0 0 11V37H4V25.5a5.5 5.5 0 0 0 0-11z').fill(MARK.green);
  doc.path('M20 7 33 20 20 33 7 20z').fill(MARK.gold);
  doc.path('M20 13.5 26.5 20 20 26.5 13.5 20z').fill(MARK.green);
  doc.path('M20 17 23 20 20 23 17 20z').fill(MARK.cream);
}

/** Draws the border along the upper edge of a page. */
export function drawHem(doc: PDFKit.PDFDocument, cloth: Cloth): void {
  const { width } = doc.page;
  const count = Math.round(width / HEM);
  const tiles = Array.from({ length: count }, (_, index) => `<use href="#t" x="${index * TILE}"/>`).join('');
  draw(doc, { x: 0, y: 0, width, height: HEM }, [count * TILE, TILE], define(cloth, 'edge') + tiles);
}

/** Draws a piece of cloth: its border on all sides, its woven ground, and its motif in the corner. */
export function drawCloth(
  doc: PDFKit.PDFDocument,
  cloth: Cloth,
  box: Box & { border: number; motif: number },
): void {
  const { border, motif } = box;
  const inner = {
    x: box.x + border,
    y: box.y + border,
    width: box.width - 2 * border,
    height: box.height - 2 * border,
  };
  doc.rect(box.x, box.y, box.width, box.height).fill(CLOTHS[cloth].ground);
  doc.save().rect(inner.x, inner.y, inner.width, inner.height).clip();
  drawGround(doc, cloth, inner);
  const x = inner.x + inner.width - 0.72 * motif;
  draw(doc, { x, y: inner.y - 0.24 * motif, width: motif, height: motif }, [200, 200], read(cloth, 'motif'));
  doc.restore();
  drawBorder(doc, cloth, box, border);
}

/** Draws a small folded piece of the cloth, as in the app's lists of vouchers. */
export function drawSwatch(doc: PDFKit.PDFDocument, cloth: Cloth, box: Box): void {
  doc.save().roundedRect(box.x, box.y, box.width, box.height, 2).clip();
  doc.rect(box.x, box.y, box.width, box.height).fill(CLOTHS[cloth].ground);
  const motif = { ...box, x: box.x - box.width * 0.1, width: box.width * 1.2, height: box.height * 1.2 };
  draw(doc, motif, [200, 200], read(cloth, 'motif'));
  doc.restore();
}

function drawGround(doc: PDFKit.PDFDocument, cloth: Cloth, box: Box): void {
  const columns = Math.ceil(box.width / GROUND_SIZE);
  const rows = Math.ceil(box.height / GROUND_SIZE);
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [(index % columns) * GROUND_TILE, Math.floor(index / columns) * GROUND_TILE];
    return `<use href="#t" x="${x}" y="${y}"/>`;
  });
  const woven = { ...box, width: columns * GROUND_SIZE, height: rows * GROUND_SIZE };
  const size = [columns * GROUND_TILE, rows * GROUND_TILE] as const;
  draw(doc, woven, size, define(cloth, 'ground') + tiles.join(''));
}

/** Draws the border: whole tiles on each side, and the band's corners between them. */
function drawBorder(doc: PDFKit.PDFDocument, cloth: Cloth, box: Box, border: number): void {
  const [width, height] = [(box.width / border) * TILE, (box.height / border) * TILE];
  const sides = [
    { length: width, turn: '' },
    { length: height, turn: `translate(${width} 0) rotate(90)` },
    { length: width, turn: `translate(${width} ${height}) rotate(180)` },
    { length: height, turn: `translate(0 ${height}) rotate(270)` },
  ].map(({ length, turn }) => {
    const count = Math.round(length / TILE) - 2;
    const stretch = (length - 2 * TILE) / (count * TILE);
    const tiles = Array.from({ length: count }, (_, index) => `<use href="#t" x="${index * TILE}"/>`).join(
      '',
    );
    const corner = `<svg width="${TILE}" height="${TILE}" viewBox="0 0 ${TILE} ${TILE}"><use href="#b"/></svg>`;
    return `<g transform="${turn}"><g transform="translate(${TILE} 0) scale(${stretch} 1)">${tiles}</g>${corner}</g>`;
  });
  const whole = `<defs><g id="b">${read(cloth, 'band')}</g></defs>`;
  draw(doc, box, [width, height], define(cloth, 'edge') + whole + sides.join(''));
}

function define(cloth: Cloth, part: Part): string {
  return `<defs><g id="t">${read(cloth, part)}</g></defs>`;
}

/** Reads an SVG drawing without its `svg` element. */
function read(cloth: Cloth, part: Part): string {
  const drawing = readFileSync(new URL(`${cloth}-${part}.svg`, DRAWINGS), 'utf8');
  return drawing.replace(/^<svg[^>]*>/u, '').replace(/<\/svg>\s*$/u, '');
}

function draw(doc: PDFKit.PDFDocument, box: Box, [width, height]: readonly number[], content: string): void {
  const svgToPdf = require('svg-to-pdfkit') as typeof SvgToPdf;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;
  const size = { width: box.width, height: box.height, preserveAspectRatio: 'none' };
  svgToPdf(doc, svg, box.x, box.y, { ...size, assumePt: true });
}
