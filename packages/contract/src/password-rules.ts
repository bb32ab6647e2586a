import { PASSWORD_WORDS } from './password-words.ts';

const PRODUCT = ['zawadi', 'mpesa', 'safaricom'];
const SHORTEST_WORD = 3;
const LETTERS_LEFT = 4;
/** More different words than this are a phrase. */
const FEW_WORDS = 2;
const LONG_NUMBER = 16;
/** A year and a symbol. */
const MOST_AROUND = 5;
/** The nine digits that every spelling of a number ends with. */
const KENYAN_NUMBER = /^(?:254|0)?([17]\d{8})$/u;

// Maps both spellings to one, because 1, ! and l look alike.
const SPELLINGS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  l: 'i',
};

/** The reason why a password is guessed first. */
export type PasswordWeakness = 'personal' | 'common';

/**
 * Returns why a password is easy to guess, or undefined. Server and strength meter share this rule; the server also has
 * a long list of leaked passwords.
 * @param own names, addresses and phone numbers of the person who sets it
 */
export function passwordWeakness(password: string, own: readonly string[]): PasswordWeakness | undefined {
  if (isMadeOf(password, ownWords(own))) return 'personal';
  return isDigits(password) || isMadeOf(password, COMMON, FEW_WORDS) ? 'common' : undefined;
}

/**
 * Returns the readings of a password that is one word with at most five digits or symbols around it, as a word and a
 * year: `sunflower` for `$unFlower-2026`. Empty for every other password. Compare them with `spelledOut` words.
 */
export function onlyWordIn(password: string): string[] {
  const text = plain(password);
  const readings = [text.replace(/[^\p{L}]+$/u, ''), text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')];
  return [...new Set(readings)]
    .filter((word) => text.length - word.length <= MOST_AROUND)
    .map(spelledOut)
    .filter((word) => /^\p{L}{4,}$/u.test(word));
}

/**
 * Returns whether fewer than four letters of a password are left without these words and all digits, in any spelling.
 * A longer password may contain them, and so may one of more than `most` different words.
 */
function isMadeOf(password: string, words: readonly string[], most = Infinity): boolean {
  const symbols = plain(password)
    .replace(/[\s._-]/gu, '')
    .split('');
  const text = symbols.map(spelled).join('');
  const isTaken = symbols.map(() => false);
  const found = words.filter((word) => text.includes(word));
  for (const word of found) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      isTaken.fill(true, at, at + word.length);
    }
  }
  const left = symbols.filter((symbol, index) => isTaken[index] === false && /\p{L}/u.test(symbol));
  const whole = found.filter((word) => !found.some((other) => other !== word && other.includes(word)));
  return found.length > 0 && whole.length <= most && left.length < LETTERS_LEFT;
}

/** Phone numbers, dates and other figures: at most ten billion, which a program tries within a minute. */
function isDigits(password: string): boolean {
  return /^[\d\s.+/-]+$/u.test(password) && password.replace(/\D/gu, '').length < LONG_NUMBER;
}

function ownWords(own: readonly string[]): string[] {
  return [...PRODUCT, ...own.flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u))]
    .flatMap((word) => [word, word.replace(/\p{N}+/gu, ''), KENYAN_NUMBER.exec(word)?.[1] ?? ''])
    .filter((word) => word.length >= SHORTEST_WORD)
    .map(spelledOut);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns a word in lower case, with the letters that its digits and symbols stand for. */
export function spelledOut(text: string): string {
  return plain(text).split('').map(spelled).join('');
}

function spelled(symbol: string): string {
  return SPELLINGS[symbol] ?? symbol;
}

const COMMON = PASSWORD_WORDS.map(spelledOut);
