import { createRequire } from 'node:module';
import type PdfDocument from 'pdfkit';
import type { Deps } from '../../../config/deps.ts';

/** Plain text, and what is read first: names, money, headings. */
type Face = 'text' | 'strong';

type Alphabet = (typeof ALPHABETS)[number];

/** A piece of text whose characters are all in one file of the typeface. */
type Run = { font: string; text: string };

// pdfkit keeps the font it has opened to itself, and its types do not name it.
type Opened = { _font: { font: { characterSet: number[] } } };

// Funnel Display is under the SIL Open Font License 1.1, which allows embedding. It comes in two files for each weight.
const WEIGHTS = { text: 400, strong: 700 } as const;
const ALPHABETS = ['latin', 'latin-ext'] as const;

const require = createRequire(import.meta.url);

const known = new Map<Alphabet, Set<number>>();

// The light colours of packages/look/src/palette.css.
export const colour = {
  ink: '#15211d',
  muted: '#53605a',
  line: '#ded7c8',
  primary: '#0a5a50',
  accent: '#f2a516',
  cream: '#fff3dc',
  success: '#2b6a15',
} as const;

export type Style = { size: number; face?: Face; color?: string; spacing?: number };

export type Sheet = {
  doc: PDFKit.PDFDocument;
  /** Inside the margins, in points. */
  left: number;
  right: number;
  width: number;
  /** Writes one line. @param x its left edge, or its right one when aligned there */
  line: (
    text: string,
    at: { x: number; y: number; align?: 'left' | 'right' | 'centre' },
    style: Style,
  ) => void;
  /** Writes as many lines as it takes, within `width`. @returns the y below them */
  paragraph: (text: string, at: { x: number; y: number; width: number }, style: Style) => number;
  widthOf: (text: string, style: Style) => number;
  /** The dotted thread that stands above every sum. */
  thread: (y: number) => void;
  /** The mark and the name. @returns the y below them */
  letterhead: (y: number) => number;
};

const MARGIN = 48;

/** An empty document with our typeface, colours and thread. */
export function createSheet(options: { size: 'A4' | 'A5'; title: string; language: 'en' | 'sw' }): Sheet {
  const doc = newDocument({
    size: options.size,
    margin: MARGIN,
    lang: options.language === 'sw' ? 'sw-KE' : 'en-KE',
    displayTitle: true,
    info: { Title: options.title, Author: 'Zawadi', Creator: 'Zawadi' },
  });
  registerTypeface(doc);
  const left = MARGIN;
  const right = doc.page.width - MARGIN;

  function widthOf(text: string, { size, face = 'text', spacing = 0 }: Style): number {
    return runsOf(text, face).reduce(
      (sum, run) =>
        sum + doc.font(run.font).fontSize(size).widthOfString(run.text) + spacing * run.text.length,
      0,
    );
  }

  const line: Sheet['line'] = (text, { x, y, align = 'left' }, style) => {
    const { size, face = 'text', color = colour.ink, spacing = 0 } = style;
    const share = { left: 0, centre: 0.5, right: 1 }[align];
    let place = x - share * widthOf(text, style);
    doc.fillColor(color);
    for (const run of runsOf(text, face)) {
      doc
        .font(run.font)
        .fontSize(size)
        .text(run.text, place, y, { lineBreak: false, characterSpacing: spacing });
      place += widthOf(run.text, style);
    }
  };

  const paragraph: Sheet['paragraph'] = (text, { x, y, width }, style) => {
    let below = y;
    for (const words of wrap(text, width, (piece) => widthOf(piece, style))) {
      line(words, { x, y: below }, style);
      below += style.size * 1.45;
    }
    return below;
  };

  function thread(y: number): void {
    doc.save().lineWidth(1.5).lineCap('round').dash(0.1, { space: 5 }).strokeColor(colour.primary);
    doc.moveTo(left, y).lineTo(right, y).stroke().undash().restore();
  }

  function letterhead(y: number): number {
    doc.save().translate(left, y).scale(0.8);
    doc.path('M4 3h32v11.5a5.5 5.5 0 0 0 0 11V37H4V25.5a5.5 5.5 0 0 0 0-11z').fill(colour.primary);
    doc.path('M20 7 33 20 20 33 7 20z').fill(colour.accent);
    doc.path('M20 13.5 26.5 20 20 26.5 13.5 20z').fill(colour.primary);
    doc.path('M20 17 23 20 20 23 17 20z').fill(colour.cream);
    doc.restore();
    line('Zawadi', { x: left + 42, y: y + 7 }, { size: 17, face: 'strong', color: colour.primary });
    return y + 56;
  }

  return { doc, left, right, width: right - left, line, paragraph, widthOf, thread, letterhead };
}

/**
 * Watches over a document that is still being written while its answer is on the way: when that fails, the answer is
 * broken off, so that a partial document is not taken for a complete one.
 */
export function abortOnFailure(
  { log }: Pick<Deps, 'log'>,
  doc: PDFKit.PDFDocument,
  writing: Promise<void>,
): void {
  writing.catch((error: unknown) => {
    log.error({ err: error }, 'a document could not be written');
    // A document is a stream, which its types do not say.
    (doc as unknown as { destroy: () => void }).destroy();
  });
}

/** Breaks at spaces, and inside a word only when it is wider than the line. */
function wrap(text: string, width: number, widthOf: (text: string) => number): string[] {
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
  const pieces = [''];
  for (const character of word) {
    const longer = (pieces.at(-1) ?? '') + character;
    if (longer.length > 1 && widthOf(longer) > width) pieces.push(character);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
}

function fileOf(face: Face, alphabet: Alphabet): string {
  return require.resolve(
    `@fontsource/funnel-display/files/funnel-display-${alphabet}-${WEIGHTS[face]}-normal.woff`,
  );
}

function registerTypeface(doc: PDFKit.PDFDocument): void {
  for (const face of ['text', 'strong'] as const) {
    for (const alphabet of ALPHABETS) doc.registerFont(`${face} ${alphabet}`, fileOf(face, alphabet));
  }
}

/**
 * Splits text by the file its characters are in. A letter with an accent that the typeface lacks loses the accent;
 * what it lacks altogether, such as emoji, is left out.
 */
function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = [];
  for (const character of text.normalize('NFC')) {
    const found = fontFor(character, face) ?? fontFor(withoutAccent(character), face);
    if (!found) continue;
    const last = runs.at(-1);
    if (last && (last.font === found.font || character === ' ')) last.text += found.text;
    else runs.push({ ...found });
  }
  return runs;
}

function withoutAccent(character: string): string {
  return character.normalize('NFD').replace(/\p{M}/gu, '');
}

function fontFor(character: string, face: Face): Run | undefined {
  const point = character.codePointAt(0);
  if (point === undefined) return undefined;
  const alphabet = ALPHABETS.find((one) => pointsOf(one).has(point));
  return alphabet && { font: `${face} ${alphabet}`, text: character };
}

/** All weights of an alphabet have the same characters. */
function pointsOf(alphabet: Alphabet): Set<number> {
  const points = known.get(alphabet) ?? readPoints(alphabet);
  known.set(alphabet, points);
  return points;
}

function readPoints(alphabet: Alphabet): Set<number> {
  const doc = newDocument({ autoFirstPage: false });
  doc.font(fileOf('text', alphabet));
  return new Set((doc as unknown as Opened)._font.font.characterSet);
}

/** The library is loaded with the first document, because it takes 20 MB. */
function newDocument(options?: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const Document = require('pdfkit') as typeof PdfDocument;
  return new Document(options);
}
