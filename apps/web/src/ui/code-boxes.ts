import { plainSymbols } from '@zawadi/contract/pasted';
import { voucherCodeWithin } from '@zawadi/contract/voucher-code';

/** What stands in the four boxes of a code: up to four symbols each. */
export type CodeBoxes = readonly [string, string, string, string];

export const EMPTY_BOXES: CodeBoxes = ['', '', '', ''];

/** Everything that is typed, without the dashes. */
export function codeIn(boxes: CodeBoxes): string {
  return boxes.join('');
}

/**
 * The boxes after something was typed or pasted into one of them. O counts as 0, I and L as 1; what is no symbol is
 * left out, and what does not fit goes on in the next boxes. A whole code fills all of them, wherever it lands and
 * whatever stands around it.
 * @param text the whole content of that box now, or what was pasted or scanned
 * @returns the boxes, and which one is typed in next
 */
export function fillBoxes(boxes: CodeBoxes, index: number, text: string): { boxes: CodeBoxes; next: number } {
  const whole = voucherCodeWithin(text);
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
