import { parseVoucherCode, voucherCodeWithin } from '@zawadi/contract/voucher-code';

/** Input of a scanner: the sixteen symbols of a code, or undefined if it has none. */
export type Scan = { code: string | undefined };

/** A fast typist needs longer than this between two keys; scanners need 5 to 40 ms. */
const LONGEST_PAUSE_MS = 60;

/** No person types this many keys so quickly. */
const SHORTEST_SCAN = 8;

const CODE_LENGTH = 16;

/** In a longer text, such as a link, another part would match a code by chance sooner or later. */
const MAX_SURROUNDING_SYMBOLS = 4;

/** Makes a detector for scanners that type like a keyboard: symbols in quick succession, ended by Enter or Tab. */
export function createScannerDetector() {
  let heard = '';
  let heardAt = 0;
  return {
    /**
     * @param atMs the event's own time
     * @returns the scan, if this key ends it
     */
    hear(key: string, atMs: number): Scan | undefined {
      const before = atMs - heardAt > LONGEST_PAUSE_MS ? '' : heard;
      heardAt = atMs;
      if (key === 'Enter' || key === 'Tab') {
        heard = '';
        return before.length < SHORTEST_SCAN ? undefined : { code: codeScanned(before) };
      }
      // A scanner presses Shift for capitals.
      heard = key.length === 1 ? before + key : before;
      return undefined;
    },
  };
}

/** Finds the code in a scan: alone, in a link, or between the scanner's prefix and suffix. */
export function codeScanned(text: string): string | undefined {
  return parseVoucherCode(text.trim()) ?? voucherCodeWithin(text) ?? codeBetween(text);
}

/** Finds a code with letters directly around it. Its check symbol shows where it begins, unless two places match. */
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
