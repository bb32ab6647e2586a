// GSM 03.38: the alphabet of a plain SMS. One character outside it makes the whole message UCS-2, with 70 instead of
// 160 characters per part, at twice the price.
const BASIC =
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '^{}\\[~]|€';

const LOOK_ALIKES = new Map(
  [
    ["'", '‘’‚‛′ʼ`´'],
    ['"', '“”„″«»'],
    ['-', '‐‑‒–—―−'],
    ['...', '…'],
    ['*', '•'],
    ['.', '·'],
    ['x', '×'],
    ['l', 'ł'],
    ['L', 'Ł'],
    ['d', 'đðɗ'],
    ['D', 'ĐÐ'],
    ['b', 'ɓ'],
    ['h', 'ħ'],
    ['i', 'ı'],
    ['k', 'ƙ'],
    ['ng', 'ŋ'],
    ['Ng', 'Ŋ'],
    ['oe', 'œ'],
    ['OE', 'Œ'],
    ['th', 'þ'],
    ['Th', 'Þ'],
  ].flatMap(([plain = '', alike = '']) => [...alike].map((character) => [character, plain] as const)),
);

const PART = { single: 160, joined: 153 };

/**
 * Converts a text to the SMS alphabet. Replaces look-alikes, strips unsupported accents, and removes other characters
 * (emoji, other scripts).
 */
export function toGsm7(text: string): string {
  const folded = [...text.normalize('NFC')].map(foldCharacter).join('');
  return folded.replace(/ {2,}/gu, ' ').trim();
}

/** Returns the length of a text in the SMS alphabet; some of its characters count as two. */
export function countSmsSymbols(text: string): number {
  return [...text].reduce((sum, character) => sum + (EXTENSION.includes(character) ? 2 : 1), 0);
}

/** Lists the characters that are not in the SMS alphabet, each once. */
export function charactersNotInGsm7(text: string): string[] {
  return [...new Set([...text.normalize('NFC')].filter((character) => !isGsm7(character)))];
}

/** Returns the number of parts in which an SMS is sent and charged. */
export function countSmsParts(text: string): number {
  const length = countSmsSymbols(text);
  return length <= PART.single ? 1 : Math.ceil(length / PART.joined);
}

function foldCharacter(character: string): string {
  if (isGsm7(character)) return character;
  if (/\s/u.test(character)) return ' ';
  const alike = LOOK_ALIKES.get(character);
  if (alike !== undefined) return alike;
  const bare = [...character.normalize('NFKD')].filter((part) => isGsm7(part)).join('');
  return bare === character ? '' : bare;
}

function isGsm7(character: string): boolean {
  return BASIC.includes(character) || EXTENSION.includes(character);
}
