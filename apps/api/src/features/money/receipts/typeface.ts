import { createRequire } from 'node:module';
import PdfDocument from 'pdfkit';

/** Plain text, and what is read first: names, money, headings. */
export type Face = 'text' | 'strong';

// Funnel Display is under the SIL Open Font License 1.1, which allows embedding. It comes in two files for each weight.
const WEIGHTS = { text: 400, strong: 700 } as const;
const ALPHABETS = ['latin', 'latin-ext'] as const;

type Alphabet = (typeof ALPHABETS)[number];

/** A piece of text whose characters are all in one file of the typeface. */
export type Run = { font: string; text: string };

const { resolve } = createRequire(import.meta.url);

function fileOf(face: Face, alphabet: Alphabet): string {
  return resolve(`@fontsource/funnel-display/files/funnel-display-${alphabet}-${WEIGHTS[face]}-normal.woff`);
}

export function registerTypeface(doc: PDFKit.PDFDocument): void {
  for (const face of ['text', 'strong'] as const) {
    for (const alphabet of ALPHABETS) doc.registerFont(`${face} ${alphabet}`, fileOf(face, alphabet));
  }
}

/**
 * Splits text by the file its characters are in. A letter with an accent that the typeface lacks loses the accent;
 * what it lacks altogether, such as emoji, is left out.
 */
export function runsOf(text: string, face: Face): Run[] {
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

const known = new Map<Alphabet, Set<number>>();

/** All weights of an alphabet have the same characters. */
function pointsOf(alphabet: Alphabet): Set<number> {
  const points = known.get(alphabet) ?? readPoints(alphabet);
  known.set(alphabet, points);
  return points;
}

// pdfkit keeps the font it has opened to itself, and its types do not name it.
type Opened = { _font: { font: { characterSet: number[] } } };

function readPoints(alphabet: Alphabet): Set<number> {
  const doc = new PdfDocument({ autoFirstPage: false });
  doc.font(fileOf('text', alphabet));
  return new Set((doc as unknown as Opened)._font.font.characterSet);
}
