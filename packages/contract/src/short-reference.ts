import { plainSymbols } from './pasted.ts';
import { CODE_ALPHABET } from './voucher-code.ts';

const SYMBOLS = 10;
const GROUP = 5;
const TAIL_HEX_DIGITS = 12;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/u;

/** Returns whether a text is an id, which people read out as its short reference. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/**
 * Returns the short reference by which people read out a payment or voucher. For a random id (version 4, such as a
 * purchase's or withdrawal's) these are its first eight characters, `3F9A12BC`. Other ids begin with the time, so ids
 * of the same minute begin alike. Their reference has the last 48 bits, which are random, in ten symbols that do not
 * look alike: `7KQ2M-4XD9P`.
 */
export function shortReference(id: string): string {
  if (id.charAt(14) === '4') return id.slice(0, 8).toUpperCase();
  let rest = Number.parseInt(id.slice(-TAIL_HEX_DIGITS), 16);
  let symbols = '';
  for (let place = 0; place < SYMBOLS; place += 1) {
    symbols = CODE_ALPHABET.charAt(rest % 32) + symbols;
    rest = Math.floor(rest / 32);
  }
  return `${symbols.slice(0, GROUP)}-${symbols.slice(GROUP)}`;
}

/**
 * Returns the last twelve hexadecimal digits, in lower case, of ids with this ten-symbol reference. Case, spaces and
 * dashes do not matter. O reads as 0, I and L as 1. Undefined if the text cannot be such a reference.
 */
export function idTailOf(typed: string): string | undefined {
  const symbols = plainSymbols(typed)
    .toUpperCase()
    .replace(/[\s-]/gu, '')
    .replace(/O/gu, '0')
    .replace(/[IL]/gu, '1');
  if (symbols.length !== SYMBOLS || [...symbols].some((symbol) => !CODE_ALPHABET.includes(symbol)))
    return undefined;
  const value = [...symbols].reduce((sum, symbol) => sum * 32 + CODE_ALPHABET.indexOf(symbol), 0);
  return value < 2 ** 48 ? value.toString(16).padStart(TAIL_HEX_DIGITS, '0') : undefined;
}
