import { parseVoucherCode, voucherCodeWithin } from '@zawadi/contract/voucher-code';

/** What a scanner typed: the sixteen symbols of a code, or undefined when there is none in it. */
export type Scan = { code: string | undefined };

/** A fast typist needs longer than this between two keys; scanners need 5 to 40 ms. */
const LONGEST_PAUSE_MS = 60;

/** As many keys so quickly after one another are no person's. */
const SHORTEST_SCAN = 8;

const CODE_LENGTH = 16;

/** In a longer text, such as a link, something else would pass for a code sooner or later. */
const MOST_BESIDE_IT = 4;

/** Hears a scanner that types like a keyboard: symbols in quick succession, ended by Enter or Tab. */
export function createScannerEar() {
  let heard = '';
  let heardAt = 0;
  return {
    /**
     * @param atMs the event's own time
     * @returns what was scanned, when this key is the end of it
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

/** The code in what a scanner read: alone, in a link, or between what the scanner is set up to put before and after it. */
export function codeScanned(text: string): string | undefined {
  return parseVoucherCode(text.trim()) ?? voucherCodeWithin(text) ?? codeBetween(text);
}

/** A code with letters right beside it. Its check symbol tells where it begins, unless two places would do. */
function codeBetween(text: string): string | undefined {
  const symbols = text.replaceAll(/[^0-9a-z]/giu, '');
  const codes = new Set<string>();
  if (symbols.length > CODE_LENGTH + MOST_BESIDE_IT) return undefined;
  for (let start = 0; start + CODE_LENGTH <= symbols.length; start += 1) {
    const code = parseVoucherCode(symbols.slice(start, start + CODE_LENGTH));
    if (code !== undefined) codes.add(code);
  }
  return codes.size === 1 ? [...codes][0] : undefined;
}
