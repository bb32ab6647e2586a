import { voucherCodeFromBytes } from '@zawadi/contract/voucher-code';
import { expect, test } from 'vitest';
import { codeIn, EMPTY_BOXES, fillBoxes } from './code-boxes.ts';

const CODE = voucherCodeFromBytes(Uint8Array.from({ length: 15 }, (_, index) => index + 3));
const BOXES = CODE.match(/.{4}/gu);
const WRITTEN = BOXES?.join('-') ?? '';

test('returns the next box after four symbols', () => {
  expect(fillBoxes(EMPTY_BOXES, 0, '7k4')).toEqual({ boxes: ['7K4', '', '', ''], next: 0 });
  expect(fillBoxes(EMPTY_BOXES, 0, '7k4m')).toEqual({ boxes: ['7K4M', '', '', ''], next: 1 });
  expect(fillBoxes(EMPTY_BOXES, 3, '7k4m').next).toBe(3);
});

test('moves the fifth symbol to the next box', () => {
  expect(fillBoxes(['7K4M', '', '', ''], 0, '7K4MQ')).toEqual({ boxes: ['7K4M', 'Q', '', ''], next: 1 });
  expect(fillBoxes(['7K4M', 'Q9TX', '', ''], 0, '7K4MZ').boxes).toEqual(['7K4M', 'Z9TX', '', '']);
});

test('leaves a half-filled earlier box unchanged', () => {
  expect(fillBoxes(['7K', '', '9', ''], 1, 'Q9').boxes).toEqual(['7K', 'Q9', '9', '']);
});

test('reads letters that look like digits as digits, and drops other characters', () => {
  expect(fillBoxes(EMPTY_BOXES, 1, 'oIl-').boxes).toEqual(['', '011', '', '']);
  expect(fillBoxes(EMPTY_BOXES, 0, 'u*ñ ').boxes).toEqual(['', '', '', '']);
});

test('a whole alias fills the boxes from the first, whichever box it is pasted into', () => {
  for (const text of ['1234567890123', '1234 5678 9012 3', ' 1234-5678-9012-3\n'])
    expect(fillBoxes(['AAAA', '', '', ''], 2, text).boxes).toEqual(['1234', '5678', '9012', '3']);
});

test('a whole code fills all four boxes, whichever box it is pasted into', () => {
  for (const [how, text] of [
    ['with dashes', WRITTEN],
    ['without', CODE],
    ['in small letters with spaces', WRITTEN.toLowerCase().replaceAll('-', ' ')],
    ['inside its message', `Your gift of KES 950: ${WRITTEN}. Asante!`],
    ['behind a word as long as a box', `Code ${WRITTEN}`],
  ] as const) {
    expect.soft(fillBoxes(['AAAA', 'B', '', ''], 2, text), how).toEqual({ boxes: BOXES, next: 3 });
    expect.soft(codeIn(fillBoxes(EMPTY_BOXES, 0, text).boxes), how).toBe(CODE);
  }
});

test('a pasted code with a wrong symbol still fills the boxes', () => {
  const last = WRITTEN.endsWith('7') ? '8' : '7';
  const wrong = WRITTEN.slice(0, -1) + last;
  expect(codeIn(fillBoxes(EMPTY_BOXES, 0, wrong).boxes)).toBe(CODE.slice(0, -1) + last);
});

test('deletes the content of one box', () => {
  expect(fillBoxes(['7K4M', 'Q9TX', '', ''], 1, '').boxes).toEqual(['7K4M', '', '', '']);
});
