import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatVoucherCode,
  isMistypedCode,
  parseVoucherCode,
  voucherCodeFromBytes,
  voucherCodeWithin,
} from './voucher-code.ts';

const SYMBOLS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const codes = fc.uint8Array({ minLength: 15, maxLength: 15 }).map((bytes) => voucherCodeFromBytes(bytes));

test('reads every voucher code back from its formatted spelling', () => {
  fc.assert(fc.property(codes, (code) => parseVoucherCode(formatVoucherCode(code)) === code));
});

test('S402 detects every single wrong symbol of a voucher code', () => {
  const mistakes = fc.record({ code: codes, at: fc.nat(15), wrong: fc.constantFrom(...SYMBOLS) });
  fc.assert(
    fc.property(mistakes, ({ code, at, wrong }) => {
      fc.pre(code[at] !== wrong);
      return parseVoucherCode(code.slice(0, at) + wrong + code.slice(at + 1)) === undefined;
    }),
  );
});

test('S403 accepts voucher codes in any case, with spaces, dashes and look-alike letters', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const sloppy = code.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();
      return parseVoucherCode(` ${sloppy.slice(0, 7)} - ${sloppy.slice(7)}\u00a0`) === code;
    }),
  );
});

test('rejects text that cannot be a voucher code', () => {
  for (const typed of ['', '0', 'AAAA-BBBB-CCCC-DDD', 'U'.repeat(16), '0'.repeat(17), '💝'.repeat(8)]) {
    expect(parseVoucherCode(typed)).toBeUndefined();
  }
});

test('finds a voucher code within a text, and does not mistake names and numbers for mistyped codes', () => {
  const code = '0000-0000-0000-0000';
  expect(voucherCodeWithin(`Amina sent you KES 950. Code ${code}, or see https://zawadi.test/v/abc`)).toBe(
    '0'.repeat(16),
  );
  for (const typed of ['7KQ2-M4XD-9PAB-CDE1', '7KQ2M4XD9PABCDE1', '7kq2 m4xd 9pab cde'])
    expect(isMistypedCode(typed)).toBe(true);
  for (const typed of ['John Paul Anne Mary', '0712 345 678', 'ST-20261120-7KQ2M', 'UKN3A7B2C9', code])
    expect(isMistypedCode(typed)).toBe(false);
});
