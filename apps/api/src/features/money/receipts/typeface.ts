import { createRequire } from 'node:module';
import type PdfDocument from 'pdfkit';
import {
  bytesOf,
  hasRightToLeft,
  mainFile,
  printable,
  runsOf,
  type Direction,
  type Face,
} from '../../../platform/typeface/runs.ts';

export type TextStyle = { size: number; face?: Face; spacing?: number; direction?: Direction };

// A private field of pdfkit with the open font, which pdfkit's types omit.
type Opened = { _font: { ascender: number } };

const require = createRequire(import.meta.url);

/** Loads pdfkit with the first document, because the library takes 20 MB of memory. */
export function newDocument(options?: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const Document = require('pdfkit') as typeof PdfDocument;
  return new Document(options);
}

export function widthOfText(doc: PDFKit.PDFDocument, text: string, style: TextStyle): number {
  const { size, face = 'text', spacing = 0, direction } = style;
  return runsOf(text, face, direction).reduce(
    (sum, run) =>
      sum + withFont(doc, run.file).fontSize(size).widthOfString(run.text) + spacing * run.text.length,
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
  const { size, face = 'text', spacing = 0, direction } = style;
  let x = at.x;
  // Without a common baseline, Arabic would stand below the Latin letters of its line.
  const y = at.y + ascentOf(doc, face, size);
  // The glyphs of Arabic are parts of letters, from which a copied text cannot be read.
  const isTurned = hasRightToLeft(text);
  if (isTurned) doc.markContent('Span', { actual: text });
  for (const run of runsOf(text, face, direction)) {
    withFont(doc, run.file).fontSize(size);
    doc.text(run.text, x, y, { lineBreak: false, characterSpacing: spacing, baseline: 'alphabetic' });
    x += doc.widthOfString(run.text) + spacing * run.text.length;
  }
  if (isTurned) doc.endMarkedContent();
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

/** Stands for words in a script that our typefaces lack. */
const ANOTHER_SCRIPT = { en: '(in another script)', sw: '(kwa maandishi mengine)' } as const;

/** Returns a text as it can be drawn. */
export function drawnText(text: string, language: 'en' | 'sw'): string {
  return printable(text, ANOTHER_SCRIPT[language]);
}

/** Words of a part of the page for screen readers: of a picture, or of a text that is drawn otherwise. */
export type Spoken = { alt?: string; actual?: string };

/** Gives screen readers the text as it was typed, if not all of it can be drawn. */
export function spoken(text: string): Spoken {
  return printable(text, '') === text.normalize('NFC') ? {} : { actual: text };
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

/** Selects a font by its file. */
function withFont(doc: PDFKit.PDFDocument, file: string): PDFKit.PDFDocument {
  return doc.registerFont(file, bytesOf(file)).font(file);
}

/** Returns the height of a line's letters above the baseline. */
function ascentOf(doc: PDFKit.PDFDocument, face: Face, size: number): number {
  withFont(doc, mainFile(face));
  return ((doc as unknown as Opened)._font.ascender * size) / 1_000;
}
