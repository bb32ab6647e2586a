import { PASSWORD_WORDS } from './password-words.ts';

const PRODUCT = ['zawadi', 'mpesa', 'safaricom'];
const SHORTEST_WORD = 3;
const LETTERS_LEFT = 4;
/** The most different common words in a weak password. More words make a phrase, which is accepted. */
const FEW_WORDS = 2;
const LONG_NUMBER = 16;
/** A password of fewer different signs is a repetition, such as `aaaaaaaaaaaa1`. */
const FEWEST_SIGNS = 5;
/** The most digits and symbols around a single word: a year and a symbol. */
const MOST_AROUND = 5;
/** A Kenyan phone number; the group has the nine digits that all spellings share. */
const KENYAN_NUMBER = /^(?:254|0)?([17]\d{8})$/u;

// Maps each digit or symbol to the letter that it looks like; i and l count as the same letter.
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

/** Why a password is easy to guess. */
export type PasswordWeakness = 'personal' | 'common';

/**
 * Returns why a password is easy to guess; undefined if it is not. The server and the strength meter share this rule.
 * The server also checks a long list of leaked passwords.
 * @param own names, email addresses and phone numbers of the person who sets the password
 */
export function passwordWeakness(password: string, own: readonly string[]): PasswordWeakness | undefined {
  if (isMadeOf(password, ownWords(own))) return 'personal';
  const isRepeated = new Set(plain(password)).size < FEWEST_SIGNS;
  return isRepeated || isDigits(password) || isMadeOf(password, COMMON, FEW_WORDS) ? 'common' : undefined;
}

/**
 * Returns the possible words of a password that is one word with at most five digits or symbols around it: `sunflower`
 * for `$unFlower-2026`. Empty for every other password. Compare the result with words from `spelledOut`.
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
 * Returns whether a password has fewer than four letters besides the given words, in any spelling and whatever its
 * digits. A password with more letters passes, and so does one that contains more than `most` different words.
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

/**
 * Returns whether a password consists of digits of any script: a phone number, a date or another number below 16 digits. A program
 * tries ten billion of them within a minute.
 */
function isDigits(password: string): boolean {
  const digits = password.match(/\p{Nd}/gu) ?? [];
  return /^[\p{Nd}\s.+/-]+$/u.test(password) && digits.length < LONG_NUMBER;
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

/** Returns a word in lower case, with its digits and symbols replaced by the letters that they look like. */
export function spelledOut(text: string): string {
  return plain(text).split('').map(spelled).join('');
}

function spelled(symbol: string): string {
  return SPELLINGS[symbol] ?? symbol;
}

const COMMON = PASSWORD_WORDS.map(spelledOut);
