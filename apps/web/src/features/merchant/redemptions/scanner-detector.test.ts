import { formatVoucherCode, voucherCodeFromBytes } from '@zawadi/contract/voucher-code';
import { expect, test } from 'vitest';
import { createScannerDetector, type Scan } from './scanner-detector.ts';

const CODE = voucherCodeFromBytes(new Uint8Array(15).fill(7));

function type(text: string, pauseMs: number, ear = createScannerDetector(), end = 'Enter'): Scan | undefined {
  let atMs = 10_000;
  for (const key of text) ear.hear(key, (atMs += pauseMs));
  return ear.hear(end, atMs + pauseMs);
}

test('detects a scanned code with or without dashes, in small letters, and with Shift keys', () => {
  expect(type(CODE, 5)).toEqual({ code: CODE });
  expect(type(formatVoucherCode(CODE).toLowerCase(), 20)).toEqual({ code: CODE });
  expect(type(CODE, 80)).toEqual({ code: CODE });
  const ear = createScannerDetector();
  let atMs = 0;
  for (const symbol of CODE) for (const key of ['Shift', symbol]) ear.hear(key, (atMs += 5));
  expect(ear.hear('Enter', atMs)).toEqual({ code: CODE });
});

test('does not mistake a typing person for a scanner', () => {
  expect(type(CODE, 110)).toBeUndefined();
});

test('ignores keys typed before the scan, and scans that are no code', () => {
  const ear = createScannerDetector();
  ear.hear('1', 1_000);
  ear.hear('2', 2_000);
  expect(type(CODE, 5, ear)).toEqual({ code: CODE });
  expect(type('6001087345651', 5, ear)).toEqual({ code: undefined });
  expect(type('500', 5, ear)).toBeUndefined();
});

test('finds a code within the text that scanners or links add', () => {
  for (const [text, what] of [
    [`]Q1${CODE}`, 'the identifier of the symbology'],
    [`~${CODE}~`, 'signs before and after it'],
    [`X${CODE}`, 'a letter right before it'],
    [`${formatVoucherCode(CODE)}\n`, 'dashes and a line break'],
    [`https://zawadi.test/redeem?code=${CODE}&from=paper`, 'a link around it'],
  ] as const)
    expect.soft(type(text, 5), what).toEqual({ code: CODE });
});

test('accepts Tab as the end of a scan, and reports a scanned link without a code', () => {
  expect(type(CODE, 5, createScannerDetector(), 'Tab')).toEqual({ code: CODE });
  expect(type('https://zawadi.test/v/abcdefghijklmnop', 5)).toEqual({ code: undefined });
});
