import { formatVoucherCode, voucherCodeFromBytes } from '@zawadi/contract/voucher-code';
import { expect, test } from 'vitest';
import { createScannerEar } from './redeem-screen.tsx';

const CODE = voucherCodeFromBytes(new Uint8Array(15).fill(7));

function type(text: string, pauseMs: number, ear = createScannerEar()): string | undefined {
  let atMs = 10_000;
  for (const key of text) ear.hear(key, (atMs += pauseMs));
  return ear.hear('Enter', atMs + pauseMs);
}

test('a scanner is heard, with dashes, small letters and Shift or without', () => {
  expect(type(CODE, 5)).toBe(CODE);
  expect(type(formatVoucherCode(CODE).toLowerCase(), 20)).toBe(CODE);
  const ear = createScannerEar();
  let atMs = 0;
  for (const symbol of CODE) for (const key of ['Shift', symbol]) ear.hear(key, (atMs += 5));
  expect(ear.hear('Enter', atMs)).toBe(CODE);
});

test('a person who types a code and presses Enter is not taken for a scanner', () => {
  expect(type(CODE, 70)).toBeUndefined();
});

test('what was typed before the scan does not spoil it, and other texts are no codes', () => {
  const ear = createScannerEar();
  ear.hear('1', 1_000);
  ear.hear('2', 2_000);
  expect(type(CODE, 5, ear)).toBe(CODE);
  expect(type('6001087345651', 5, ear)).toBeUndefined();
});
