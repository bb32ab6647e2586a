import { plainSymbols } from './pasted.ts';

/** Crockford's base32 without I, L, O and U, which people misread. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const SYMBOLS_OF_CODE = new RegExp(`^[${CODE_ALPHABET}]{${LENGTH}}$`, 'u');

/**
 * Returns the check symbol for 15 symbols of Crockford's base32, by Luhn mod 32. It detects every single wrong symbol.
 */
export function checkSymbol(symbols: string): string {
  return CODE_ALPHABET.charAt((32 - luhnSum(symbols, 2)) % 32);
}

/**
 * Returns the 16 symbols of a voucher code as typed, scanned or pasted. Case, spaces, dashes of any kind and invisible
 * marks do not matter. O reads as 0, I and L as 1. Undefined if the text cannot be a code (wrong length, symbol or
 * check symbol).
 */
export function parseVoucherCode(typed: string): string | undefined {
  const symbols = plainSymbols(typed)
    .toUpperCase()
    .replace(/[\s-]/gu, '')
    .replace(/O/gu, '0')
    .replace(/[IL]/gu, '1');
  return SYMBOLS_OF_CODE.test(symbols) && luhnSum(symbols, 1) === 0 ? symbols : undefined;
}

/**
 * Returns whether a text has the length of a code but a wrong check symbol: a symbol was mistyped, or two were swapped.
 */
export function hasWrongCheckSymbol(typed: string): boolean {
  return (
    /^(?:[\s-]*[0-9a-z]){16}[\s-]*$/iu.test(plainSymbols(typed)) && parseVoucherCode(typed) === undefined
  );
}

/** Finds a code in a text, such as a whole SMS. The check symbol distinguishes the code from other words. */
export function voucherCodeWithin(text: string): string | undefined {
  // A lookahead finds overlapping candidates: the word before a code may have four letters, too.
  const candidates = plainSymbols(text).matchAll(
    /(?:^|[^0-9a-z])(?=([0-9a-z]{4}([\s-]?)[0-9a-z]{4}\2[0-9a-z]{4}\2[0-9a-z]{4})(?![0-9a-z]))/giu,
  );
  return [...candidates]
    .map(([, candidate = '']) => parseVoucherCode(candidate))
    .filter(Boolean)
    .at(-1);
}

/**
 * Returns whether a person probably meant a text as a code, although it is none: four groups, or 16 symbols in a row,
 * with letters and digits.
 */
export function isMistypedCode(text: string): boolean {
  const typed = plainSymbols(text);
  const isInGroups = /^[0-9a-z]{4}(?:[\s-][0-9a-z]{3,5}){3}$/iu.test(typed);
  const isInARow = /^[0-9a-z]{16}$/iu.test(typed);
  // Names contain no digits, and numbers no letters.
  const isMixed = /\d/u.test(typed) && /[a-z]/iu.test(typed);
  return (isInGroups || isInARow) && isMixed && parseVoucherCode(typed) === undefined;
}

/** Formats a code as `XXXX-XXXX-XXXX-XXXX`. */
export function formatVoucherCode(symbols: string): string {
  return symbols.match(/.{4}/gu)?.join('-') ?? symbols;
}

/** Makes a code from 15 random bytes: 15 symbols and their check symbol. */
export function voucherCodeFromBytes(randomBytes: Uint8Array): string {
  if (randomBytes.length !== LENGTH - 1) throw new RangeError('15 random bytes are needed');
  // 256 is a multiple of 32, so all 32 symbols are equally likely.
  const symbols = [...randomBytes].map((byte) => CODE_ALPHABET.charAt(byte % 32)).join('');
  return symbols + checkSymbol(symbols);
}

function luhnSum(symbols: string, firstFactor: 1 | 2): number {
  let factor = firstFactor;
  let sum = 0;
  for (let place = symbols.length - 1; place >= 0; place -= 1) {
    const product = CODE_ALPHABET.indexOf(symbols.charAt(place)) * factor;
    sum += Math.floor(product / 32) + (product % 32);
    factor = factor === 2 ? 1 : 2;
  }
  return sum % 32;
}
