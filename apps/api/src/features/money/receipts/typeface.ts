import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type PdfDocument from 'pdfkit';
import { spellingsOf } from '../../../platform/spellings.ts';
import { uncompressed } from './uncompressed-typeface.ts';

/** Weight of the typeface: plain text, or emphasis for names, money and headings. */
export type Face = 'text' | 'strong';

export type TextStyle = { size: number; face?: Face; spacing?: number };

/** A part of a text whose characters are all in one font file. */
type Run = { font: string; text: string };

// A private field of pdfkit with the open font, which pdfkit's types omit.
type Opened = { _font: { font: { characterSet: number[] } } };

// The SIL Open Font License 1.1 of both typefaces allows embedding. Each weight has several files.
const WEIGHTS = { text: 400, strong: 700 } as const;
const EMOJI_FILES = 11;
const ALPHABETS: readonly string[] = [
  ...['latin', 'latin-ext'].map((alphabet) => `@fontsource/funnel-display/files/funnel-display-${alphabet}`),
  ...Array.from({ length: EMOJI_FILES }, (_, file) => `@fontsource/noto-emoji/files/noto-emoji-${file}`),
];

// Skin tones, joiners and variation selectors of emoji, which are removed: each emoji of a sequence is drawn
// separately.
const JOINS_EMOJI = /\p{Join_Control}|\p{Variation_Selector}|\p{Emoji_Modifier}/gu;

const require = createRequire(import.meta.url);

const known = new Map<string, Set<number>>();
const files = new Map<string, Buffer>();

/** Loads pdfkit with the first document, because the library takes 20 MB of memory. */
export function newDocument(options?: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const Document = require('pdfkit') as typeof PdfDocument;
  return new Document(options);
}

export function widthOfText(doc: PDFKit.PDFDocument, text: string, style: TextStyle): number {
  const { size, face = 'text', spacing = 0 } = style;
  return runsOf(text, face).reduce(
    (sum, run) =>
      sum + withFont(doc, run.font).fontSize(size).widthOfString(run.text) + spacing * run.text.length,
    0,
  );
}

/** Writes one line of text in the current fill colour. */
export function writeText(
  doc: PDFKit.PDFDocument,
  text: string,
  at: { x: number; y: number },
  style: TextStyle,
): void {
  const { size, face = 'text', spacing = 0 } = style;
  let x = at.x;
  for (const run of runsOf(text, face)) {
    withFont(doc, run.font).fontSize(size);
    doc.text(run.text, x, at.y, { lineBreak: false, characterSpacing: spacing });
    x += doc.widthOfString(run.text) + spacing * run.text.length;
  }
}

/** Wraps text at spaces; breaks a word only if the word is wider than the line. */
export function wrapText(doc: PDFKit.PDFDocument, text: string, width: number, style: TextStyle): string[] {
  const widthOf = (piece: string) => widthOfText(doc, piece, style);
  return text.split('\n').flatMap((given) => {
    const lines = [''];
    for (const piece of given.split(' ').flatMap((word) => fitting(word, width, widthOf))) {
      const present = lines.at(-1) ?? '';
      const longer = present === '' ? piece : `${present} ${piece}`;
      if (present === '' || widthOf(longer) <= width) lines[lines.length - 1] = longer;
      else lines.push(piece);
    }
    return lines;
  });
}

function fitting(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word];
  const pieces = [''];
  for (const character of word) {
    const longer = (pieces.at(-1) ?? '') + character;
    if (longer.length > 1 && widthOf(longer) > width) pieces.push(character);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
}

/** Splits text into runs, by the font file that has the characters. Drops characters that no file has. */
function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = [];
  for (const character of text.normalize('NFC').replaceAll(JOINS_EMOJI, '')) {
    const found = spellingsOf(character).flatMap((spelling) => fontFor(spelling, face) ?? [])[0];
    if (!found) continue;
    const last = runs.at(-1);
    if (last && last.font === found.font) last.text += found.text;
    else runs.push({ ...found });
  }
  return runs;
}

function fontFor(spelling: string, face: Face): Run | undefined {
  const points = Array.from(spelling, (letter) => letter.codePointAt(0) ?? 0);
  const alphabet = ALPHABETS.find(
    (one) => points.length > 0 && points.every((point) => pointsOf(one).has(point)),
  );
  return alphabet === undefined ? undefined : { font: fileOf(alphabet, face), text: spelling };
}

function fileOf(alphabet: string, face: Face): string {
  return `${alphabet}-${WEIGHTS[face]}-normal.woff`;
}

/** Selects a font and caches its file, because reading the file takes longer than drawing a line. */
function withFont(doc: PDFKit.PDFDocument, name: string): PDFKit.PDFDocument {
  const file = files.get(name) ?? uncompressed(readFileSync(require.resolve(name)));
  files.set(name, file);
  return doc.registerFont(name, file).font(name);
}

/** Returns the characters in an alphabet's font files; all weights have the same characters. */
function pointsOf(alphabet: string): Set<number> {
  const points = known.get(alphabet) ?? readPoints(alphabet);
  known.set(alphabet, points);
  return points;
}

function readPoints(alphabet: string): Set<number> {
  const doc = newDocument({ autoFirstPage: false });
  doc.font(require.resolve(fileOf(alphabet, 'text')));
  return new Set((doc as unknown as Opened)._font.font.characterSet);
}
