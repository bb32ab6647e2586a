import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatVoucherAlias,
  isMistypedCodeOrAlias,
  parseCodeOrAlias,
  parseVoucherAlias,
  voucherAliasFrom,
} from './voucher-alias.ts';
import { parseVoucherCode, voucherCodeFromBytes } from './voucher-code.ts';

const DIGITS = [...'0123456789'];
const aliases = fc
  .array(fc.constantFrom(...DIGITS), { minLength: 12, maxLength: 12 })
  .map((digits) => voucherAliasFrom(digits.join('')));

test('reads every alias back from its formatted spelling, with other spaces and dashes too', () => {
  fc.assert(
    fc.property(aliases, (alias) => {
      const typed = ` ${alias.slice(0, 5)}-${alias.slice(5)}\u00a0`;
      return parseVoucherAlias(formatVoucherAlias(alias)) === alias && parseCodeOrAlias(typed) === alias;
    }),
  );
});

test('detects every single wrong digit of an alias, and every swap of two neighbouring digits', () => {
  const mistakes = fc.record({ alias: aliases, at: fc.nat(12), wrong: fc.constantFrom(...DIGITS) });
  fc.assert(
    fc.property(mistakes, ({ alias, at, wrong }) => {
      fc.pre(alias[at] !== wrong);
      return isMistypedCodeOrAlias(alias.slice(0, at) + wrong + alias.slice(at + 1));
    }),
  );
  fc.assert(
    fc.property(aliases, fc.nat(11), (alias, at) => {
      fc.pre(alias[at] !== alias[at + 1]);
      const swapped = alias.slice(0, at) + alias.charAt(at + 1) + alias.charAt(at) + alias.slice(at + 2);
      return parseVoucherAlias(swapped) === undefined;
    }),
  );
});

test('an alias is never read as a code, nor a code as an alias', () => {
  fc.assert(fc.property(aliases, (alias) => parseVoucherCode(alias) === undefined));
  const codes = fc.uint8Array({ minLength: 15, maxLength: 15 }).map((bytes) => voucherCodeFromBytes(bytes));
  fc.assert(
    fc.property(codes, (code) => parseVoucherAlias(code) === undefined && parseCodeOrAlias(code) === code),
  );
});

test('rejects text that cannot be an alias', () => {
  for (const typed of ['', '0', '254712345678', '0'.repeat(14), 'O'.repeat(13), '1234 5678 9012 x']) {
    expect(parseVoucherAlias(typed)).toBeUndefined();
    expect(isMistypedCodeOrAlias(typed)).toBe(false);
  }
});
