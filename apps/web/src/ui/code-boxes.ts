import { plainSymbols } from '@zawadi/contract/pasted';
import { parseVoucherAlias } from '@zawadi/contract/voucher-alias';
import { voucherCodeWithin } from '@zawadi/contract/voucher-code';

/** Content of the four boxes of a code, each with up to four symbols. */
export type CodeBoxes = readonly [string, string, string, string];

export const EMPTY_BOXES: CodeBoxes = ['', '', '', ''];

/** Returns all typed symbols, without the dashes. */
export function codeIn(boxes: CodeBoxes): string {
  return boxes.join('');
}

/**
 * Fills the boxes after text was typed or pasted into one of them. Reads O as 0, and I and L as 1; drops other
 * characters, and moves excess symbols to the next boxes. A whole code or alias fills the boxes from the first, whichever
 * box it was pasted into; text may surround a code.
 * @param text new content of the box, or the pasted or scanned text
 * @returns the boxes, and the index of the box to type in next
 */
export function fillBoxes(boxes: CodeBoxes, index: number, text: string): { boxes: CodeBoxes; next: number } {
  const whole = voucherCodeWithin(text) ?? parseVoucherAlias(text);
  if (whole !== undefined) return { boxes: boxesOf(whole), next: 3 };
  const symbols = symbolsOf(text);
  const before = boxes.slice(0, index).map((box) => box.padEnd(4));
  const after = boxes.slice(index + 1).map((box) => box.padEnd(4));
  const behind = after.join('').slice(Math.max(0, symbols.length - 4));
  const line = before.join('') + symbols.padEnd(4) + behind;
  const next = symbols.length >= 4 ? Math.min(3, index + Math.floor(symbols.length / 4)) : index;
  return { boxes: boxesOf(line), next };
}

function boxesOf(line: string): CodeBoxes {
  const box = (index: number) => line.slice(index * 4, index * 4 + 4).replaceAll(' ', '');
  return [box(0), box(1), box(2), box(3)];
}

function symbolsOf(text: string): string {
  return plainSymbols(text)
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/gu, '1')
    .replaceAll(/[^0-9A-HJKMNP-TV-Z]/gu, '');
}
