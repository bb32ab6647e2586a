import { plainSymbols } from './pasted.ts';
import { hasWrongCheckSymbol, parseVoucherCode } from './voucher-code.ts';

/** Digits of an alias: twelve random ones and their check digit. */
const ALIAS_LENGTH = 13;

// H. Michael Damm's quasigroup of order 10. Unlike Luhn's sum, it also detects every swap of two neighbouring digits.
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];

/**
 * Makes an alias, a voucher's number for keypads.
 * @param digits twelve random digits
 */
export function voucherAliasFrom(digits: string): string {
  if (!/^\d{12}$/u.test(digits)) throw new RangeError('12 digits are needed');
  return digits + String(dammOf(digits));
}

/**
 * Returns the 13 digits of an alias as typed or pasted. Spaces and dashes do not matter. Undefined if the text cannot
 * be an alias (other symbols, wrong length or check digit).
 */
export function parseVoucherAlias(typed: string): string | undefined {
  const digits = digitsOf(typed);
  return digits.length === ALIAS_LENGTH && dammOf(digits) === 0 ? digits : undefined;
}

/** Returns what names a voucher at a till: the 16 symbols of a code or the 13 digits of an alias; else undefined. */
export function parseCodeOrAlias(typed: string): string | undefined {
  return parseVoucherCode(typed) ?? parseVoucherAlias(typed);
}

/** Returns whether a text has the length of a code or alias and a wrong check symbol, so that it was mistyped. */
export function isMistypedCodeOrAlias(typed: string): boolean {
  const digits = digitsOf(typed);
  return hasWrongCheckSymbol(typed) || (digits.length === ALIAS_LENGTH && dammOf(digits) !== 0);
}

/** Returns whether a parsed code or alias is an alias. */
export function isAlias(codeOrAlias: string): boolean {
  return codeOrAlias.length === ALIAS_LENGTH;
}

/** Formats an alias as `1234 5678 9012 3`. */
export function formatVoucherAlias(alias: string): string {
  return alias.match(/.{1,4}/gu)?.join(' ') ?? alias;
}

/** Returns the digits of a text that has only digits, spaces and dashes; else an empty text. */
function digitsOf(typed: string): string {
  const digits = plainSymbols(typed).replaceAll(/[\s-]/gu, '');
  return /^\d*$/u.test(digits) ? digits : '';
}

function dammOf(digits: string): number {
  let interim = 0;
  for (const digit of digits) interim = Number(DAMM[interim]?.charAt(Number(digit)));
  return interim;
}
