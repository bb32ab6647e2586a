import { parseVoucherCode, voucherCodeWithin } from '@zawadi/contract/voucher-code';

/** A scanner's input: `code` has the sixteen symbols of a voucher code, or is undefined if the input contains none. */
export type Scan = { code: string | undefined };

/**
 * Longest pause between two keys of a scanner. Cables need 5 to 40 ms, cheap Bluetooth 80 ms. People need longer for the
 * random symbols of a code.
 */
const LONGEST_PAUSE_MS = 100;

/** Fewest keys that count as a scan: no person types so many so fast. */
const SHORTEST_SCAN = 8;

const CODE_LENGTH = 16;

/** The most symbols around a code. In a longer text, such as a link, some other part may look like a code by chance. */
const MAX_SURROUNDING_SYMBOLS = 4;

/** Makes a detector for scanners that type like a keyboard: symbols in quick succession, ended by Enter or Tab. */
export function createScannerDetector() {
  let heard = '';
  let heardAt = 0;
  return {
    /**
     * @param atMs the key event's own timestamp
     * @returns the scan, if this key ends one
     */
    hear(key: string, atMs: number): Scan | undefined {
      const before = atMs - heardAt > LONGEST_PAUSE_MS ? '' : heard;
      heardAt = atMs;
      if (key === 'Enter' || key === 'Tab') {
        heard = '';
        return before.length < SHORTEST_SCAN ? undefined : { code: codeScanned(before) };
      }
      // A scanner presses Shift before each capital letter.
      heard = key.length === 1 ? before + key : before;
      return undefined;
    },
  };
}

/** Finds the code in a scanned text: alone, in a link, or between the scanner's prefix and suffix. */
export function codeScanned(text: string): string | undefined {
  return parseVoucherCode(text.trim()) ?? voucherCodeWithin(text) ?? codeBetween(text);
}

/**
 * Finds a code with other symbols directly before or after it. Its check symbol shows where it begins. Undefined if two
 * places match.
 */
function codeBetween(text: string): string | undefined {
  const symbols = text.replaceAll(/[^0-9a-z]/giu, '');
  const codes = new Set<string>();
  if (symbols.length > CODE_LENGTH + MAX_SURROUNDING_SYMBOLS) return undefined;
  for (let start = 0; start + CODE_LENGTH <= symbols.length; start += 1) {
    const code = parseVoucherCode(symbols.slice(start, start + CODE_LENGTH));
    if (code !== undefined) codes.add(code);
  }
  return codes.size === 1 ? [...codes][0] : undefined;
}
