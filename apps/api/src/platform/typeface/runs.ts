import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js';
import type * as Fontkit from 'fontkit';
import { spellingsOf } from './spellings.ts';
import { uncompressed } from './uncompressed-typeface.ts';

/** Weight of the typeface: plain text, or emphasis for names, money and headings. */
export type Face = 'text' | 'strong';

/** Direction in which a line begins. */
export type Direction = 'ltr' | 'rtl';

/** A part of a text whose characters are all in one font file, and read in one direction. */
export type Run = { file: string; text: string };

type LevelRun = Run & { level: number; isShaped: boolean };

// The SIL Open Font License 1.1 of these typefaces allows embedding. Each weight has several files. A typeface for
// Chinese would take more space than all others together.
const WEIGHTS = { text: 400, strong: 700 } as const;
const EMOJI_FILES = 11;
const LATIN = '@fontsource/funnel-display/files/funnel-display-latin';
const ARABIC = '@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic';
const ALPHABETS: readonly string[] = [
  LATIN,
  '@fontsource/funnel-display/files/funnel-display-latin-ext',
  ...Array.from({ length: EMOJI_FILES }, (_, file) => `@fontsource/noto-emoji/files/noto-emoji-${file}`),
  ARABIC,
  '@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic',
];

const IS_PLAIN = /^[ -~]*$/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc]/u;
const IS_LETTER = /[\p{L}\p{N}]/u;

// Skin tones, joiners and variation selectors of emoji, which are removed: each emoji of a sequence is drawn
// separately.
const JOINS_EMOJI = /\p{Join_Control}|\p{Variation_Selector}|\p{Emoji_Modifier}/gu;

const require = createRequire(import.meta.url);
// The package's types describe its ES module, but Node loads the other one, which exports the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();
const bytes = new Map<string, Buffer>();
const fonts = new Map<string, Fontkit.Font>();
const known = new Map<string, Set<number>>();

/**
 * Splits a line of text into runs, in their order from left to right. Arabic in a line of English, or a number in a line
 * of Arabic, is put where a reader expects it (https://unicode.org/reports/tr9/). Drops characters that no file has.
 */
export function runsOf(text: string, face: Face, direction?: Direction): Run[] {
  if (IS_PLAIN.test(text) && direction !== 'rtl')
    return text === '' ? [] : [{ file: fileOf(LATIN, face), text }];
  const drawn = cleaned(text);
  const levels = direction === 'rtl' || hasRightToLeft(drawn) ? levelsOf(drawn, direction).levels : undefined;
  const runs: LevelRun[] = [];
  let at = 0;
  for (const character of drawn) {
    const level = levels?.[at] ?? 0;
    at += character.length;
    const found = spellingsOf(character).flatMap((spelling) => alphabetOf(spelling) ?? [])[0];
    if (!found) continue;
    const file = fileOf(found.alphabet, face);
    const last = runs.at(-1);
    if (last && last.file === file && last.level === level) last.text += found.text;
    else runs.push({ file, text: found.text, level, isShaped: found.alphabet === ARABIC });
  }
  return fromLeftToRight(runs);
}

/** Whether a text has a letter or a mark that is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Returns the direction of a paragraph, from its first letter. */
export function directionOf(text: string): Direction {
  if (!hasRightToLeft(text)) return 'ltr';
  return levelsOf(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';
}

/**
 * Puts a phrase in the place of words in a script that no font file has, so that no name is left blank.
 * @param missing the phrase, or an empty text to leave these words out
 */
export function printable(text: string, missing: string): string {
  if (IS_PLAIN.test(text)) return text;
  const marked = Array.from(cleaned(text), (character) => {
    if (character === '\n' || spellingsOf(character).some((spelling) => alphabetOf(spelling)))
      return character;
    return IS_LETTER.test(character) ? MISSING : '';
  }).join('');
  const shown = marked.replaceAll(MISSING_WORDS, missing);
  return shown.trim() === '' && text.trim() !== '' ? missing : shown;
}

const MISSING = '\ufffc';
const MISSING_WORDS = /\ufffc(?:(?:[^\S\n]|\p{P})*\ufffc)*/gu;

/** Opens a font file with fontkit, which takes 20 MB of memory, for the first text with more than plain letters. */
export function fontOf(file: string): Fontkit.Font {
  const { create } = require('fontkit') as typeof Fontkit;
  const font = fonts.get(file) ?? (create(bytesOf(file)) as Fontkit.Font);
  fonts.set(file, font);
  return font;
}

/** Returns a font file's content, which stays in memory, because reading a file takes longer than drawing a line. */
export function bytesOf(file: string): Buffer {
  const content = bytes.get(file) ?? uncompressed(readFileSync(require.resolve(file)));
  bytes.set(file, content);
  return content;
}

/** The file that sets the baseline of a line, whatever other files the line needs. */
export function mainFile(face: Face): string {
  return fileOf(LATIN, face);
}

/** Returns the level of each UTF-16 unit: odd for one that is read from right to left. */
function levelsOf(text: string, direction: Direction | 'auto' = 'auto'): EmbeddingLevels {
  // The library takes half of an emoji for a Latin letter, so each half becomes a sign without a direction.
  return bidi.getEmbeddingLevels(text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '★★'), direction);
}

function cleaned(text: string): string {
  return text.normalize('NFC').replaceAll(JOINS_EMOJI, '');
}

function alphabetOf(spelling: string): { alphabet: string; text: string } | undefined {
  const points = Array.from(spelling, (letter) => letter.codePointAt(0) ?? 0);
  const alphabet = ALPHABETS.find(
    (one) => points.length > 0 && points.every((point) => pointsOf(one).has(point)),
  );
  return alphabet === undefined ? undefined : { alphabet, text: spelling };
}

function fileOf(alphabet: string, face: Face): string {
  return `${alphabet}-${WEIGHTS[face]}-normal.woff`;
}

/** Returns the characters in an alphabet's font files; all weights have the same characters. */
function pointsOf(alphabet: string): Set<number> {
  const points = known.get(alphabet) ?? new Set(fontOf(fileOf(alphabet, 'text')).characterSet);
  known.set(alphabet, points);
  return points;
}

/** Reverses the runs of each level, the highest level first (rule L2), and the text of a run that reads to the left. */
function fromLeftToRight(runs: LevelRun[]): Run[] {
  const highest = runs.reduce((most, { level }) => Math.max(most, level), 0);
  let ordered = runs;
  for (let level = highest; level > 0; level -= 1) {
    const next: LevelRun[] = [];
    let group: LevelRun[] = [];
    for (const run of ordered) {
      if (run.level >= level) group.unshift(run);
      else {
        next.push(...group, run);
        group = [];
      }
    }
    ordered = [...next, ...group];
  }
  return ordered.map(({ file, text, level, isShaped }) => {
    // Fontkit orders the glyphs of Arabic itself, after it has joined the letters.
    const isTurned = level % 2 === 1 && !isShaped;
    return { file, text: isTurned ? mirrored(text) : text };
  });
}

function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .toReversed()
    .join('');
}
