import { isImpostor } from './impostor-names.ts';

// Makes texts of one person safe to show to another. In SMS, mail, push messages, paper and pages, the reader trusts us
// as the sender. So links, phone numbers and claims to be us are removed. In a file without schemas, so that screens
// load it without their library.

/** More digits in a row may be a phone number or an M-PESA number. */
const MOST_DIGITS = 4;
const LONGEST_NAME = 81;
const LONGEST_ADDRESS = 64;

/**
 * Returns a person's name that is safe to show to others. If nothing of the name is left, returns an empty text, and
 * the caller must use another word.
 */
export function shownPerson(name: string): string {
  return shownName(name, 'person', /[^\p{L}\p{M}\p{N}\p{Join_Control} '’ʼ.,()\u05be\u05f3-]/gu);
}

/** Returns a shop's or business's name that is safe to show to others; empty if nothing is left. */
export function shownBusiness(name: string): string {
  return shownName(name, 'business', /[^\p{L}\p{M}\p{N}\p{Join_Control} '’ʼ.,()&+#/\u05be\u05f3-]/gu);
}

function shownName(name: string, of: 'person' | 'business', noPart: RegExp): string {
  const seen = visible(name).replace(/\s+/gu, ' ');
  const unlinked = withoutLinks(seen);
  // A text that contained a link is not a name.
  if (lettersIn(unlinked) < lettersIn(seen)) return '';
  const line = withoutNumbers(unlinked).replace(noPart, ' ');
  const words = withFewMarks(line)
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(/ {2,}/gu, ' ')
    .replace(/\( ?\)/gu, '')
    .replace(/^[ .,-]+|[ ,(&+#/-]+$/gu, '');
  return !/\p{L}/u.test(words) || isImpostor(name, of) || isImpostor(words, of)
    ? ''
    : shortened(words, LONGEST_NAME);
}

function lettersIn(text: string): number {
  return (text.match(/\p{L}/gu) ?? []).length;
}

const QUOTE_MARKS = /["“”„‟«»„〝〞＂]/gu;

/**
 * Returns one person's message that is safe to show to another within quotation marks: it cannot close them. Empty if
 * nothing is left.
 */
export function shownQuote(message: string): string {
  const plain = withoutNumbers(withoutLinks(visible(message).replace(QUOTE_MARKS, "'")));
  const lines = withFewMarks(plain)
    .replace(/[^\S\n]{2,}/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(lines) ? lines : '';
}

/** Returns an email address, masked or whole, that is safe within one of our texts. */
export function shownAddress(address: string): string {
  const plain = address.replace(/[^A-Za-z0-9.*@_+-]/gu, '');
  return /^[^@]+@[^@]+$/u.test(plain) ? shortened(plain, LONGEST_ADDRESS) : '…';
}

/** Shortens a text to at most `longest` letters, and marks the cut with a full stop. */
export function shortened(text: string, longest: number): string {
  const letters = Array.from(text);
  return letters.length <= longest ? text : `${letters.slice(0, longest).join('').trimEnd()}.`;
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
const JOINER = /\p{Join_Control}/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const SELECTOR = /\p{Variation_Selector}/u;
const JOINED = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const LATIN = /\p{Script=Latin}/u;

/** Removes invisible characters, but keeps joiners that a script or an emoji needs. */
function visible(text: string): string {
  const signs = Array.from(text.normalize('NFC').replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n'));
  const isJoined = (sign = '') => JOINED.test(sign) && !LATIN.test(sign);
  return signs
    .map((sign, index) => {
      if (JOINER.test(sign)) return isJoined(signs[index - 1]) && isJoined(signs[index + 1]) ? sign : '';
      if (SELECTOR.test(sign)) return PICTURE.test(signs[index - 1] ?? '') ? sign : '';
      if (sign === '\n' || sign === '\t') return sign;
      return UNSEEN.test(sign) ? '' : sign;
    })
    .join('');
}

/** Limits stacked accents, which would overlap the lines above. */
function withFewMarks(text: string): string {
  return text.replace(/(\p{M}{3})\p{M}+/gu, '$1');
}

/** A single letter between digits does not separate them: `0712x345x678`. */
const NUMBER = /\p{N}(?:[^\p{L}\p{N}]*(?:\p{L}[^\p{L}\p{N}]*)?\p{N})*/gu;

function withoutNumbers(text: string): string {
  return text.replace(NUMBER, (number) => (isLong(number) ? ' ' : number));
}

/** Returns whether a text has more than four digits in a row, whatever separates the digits. */
export function hasNumber(text: string): boolean {
  return (text.match(NUMBER) ?? []).some(isLong);
}

function isLong(number: string): boolean {
  return (number.match(/\p{N}/gu) ?? []).length > MOST_DIGITS;
}

const DOMAINS =
  'com net org info biz app shop store xyz online site link click top live club me co ke ug tz io ly gl cc tv to test example dev page web';
const ENDINGS = new Set(DOMAINS.split(' '));

const LINKS = [
  /[\p{L}\p{N}+]+\s*:\s*\/\s*\/\s*\S*/gu,
  /(?:https?|hxxps?|tel|sms|mailto|javascript|data|intent|market|whatsapp)\s*:\s*\S+/giu,
  /www\s*\.\s*\S+/giu,
  /[^\s@]+@\S+/gu,
  /\S*\.[\p{L}\p{N}-]+\/\S*/gu,
];
const DOTTED = /[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+(?:[:?#]\S*)?/gu;
const SPACED = /([\p{L}\p{N}-]+)\s+\.\s*(\p{L}+)\S*/gu;

function withoutLinks(text: string): string {
  const plain = text
    .replace(/[．․﹒]|[。｡](?=[A-Za-z])/gu, '.')
    .replace(/[∕⁄／]/gu, '/')
    .replace(/[：﹕∶]/gu, ':')
    .replace(/[＠﹫]/gu, '@')
    .replace(/[[({<]\s*(?:\.|dot)\s*[\])}>]/giu, '.');
  return LINKS.reduce((rest, link) => rest.replace(link, ' '), plain)
    .replace(SPACED, (whole, _before, ending: string) => (ENDINGS.has(ending.toLowerCase()) ? ' ' : whole))
    .replace(DOTTED, undotted);
}

/** Removes a host name. Keeps initials, numbers, and two sentences without a space between them. */
function undotted(dotted: string): string {
  const labels = dotted.split('.');
  const last = labels.at(-1) ?? '';
  const areDigits = labels.every((label) => /^\p{N}+$/u.test(label));
  if (areDigits) return labels.length > 3 ? ' ' : dotted;
  if (/^\p{N}/u.test(last) || labels.every((label) => /^\p{L}\p{M}*$/u.test(label))) return dotted;
  const isSentence = /^\p{Lu}[\p{L}\p{M}]{2,}$/u.test(last) && !ENDINGS.has(last.toLowerCase());
  return isSentence && labels.length === 2 ? labels.join('. ') : ' ';
}
