// Phones, chats, word processors and web pages put invisible characters around and into copied text. In a file without
// schemas, so that a screen that only shows numbers does not load the schema library.

// Not \p{Cf}: the joiners U+200C and U+200D belong to words and emoji, and the emoji of a flag may end in U+E007F.
const EDGE = /[\s\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;

/** Offsets between special characters of other keyboards and the plain characters. */
const AHEAD = [
  { signs: /[\uff01-\uff5e]/gu, by: 0xfee0 }, // full-width
  { signs: /[\u0660-\u0669]/gu, by: 0x0630 }, // Arabic digits
  { signs: /[\u06f0-\u06f9]/gu, by: 0x06c0 }, // Persian and Urdu
  { signs: /[\u0966-\u096f]/gu, by: 0x0936 }, // Hindi
];

/** Removes spaces and invisible marks from both ends of a text. Marks between letters stay. */
export function trimmedEnds(text: string): string {
  // A loop, because a pattern for the end needs quadratic time on a long run of spaces.
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text.charAt(start))) start += 1;
  while (end > start && EDGE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Normalises a code, number, amount or address. It removes invisible marks, writes every dash as `-`, and replaces
 * full-width characters and foreign digits by plain ones. Not for names and messages, which keep their characters.
 */
export function plainSymbols(typed: string): string {
  const marked = typed.replace(/\p{Cf}/gu, '').replace(/[\p{Pd}\u2212]/gu, '-');
  const toPlain = (text: string, { signs, by }: (typeof AHEAD)[number]) =>
    text.replace(signs, (sign) => String.fromCharCode(sign.charCodeAt(0) - by));
  return trimmedEnds(AHEAD.reduce(toPlain, marked));
}

/** Returns whether a text has no unpaired surrogate, which no encoding can carry. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
