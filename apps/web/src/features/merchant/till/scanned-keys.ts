import { parseVoucherCode } from '@zawadi/contract/voucher-code';

/** A person needs longer than this between two keys; a scanner that types needs a few milliseconds. */
const LONGEST_PAUSE_MS = 120;

/** Hears a scanner that types like a keyboard: the symbols of a code in quick succession, and Enter. */
export function createScannerEar() {
  let heard = '';
  let heardAt = 0;
  return {
    /**
     * @param atMs the event's own time
     * @returns the sixteen symbols of a code whose Enter this key is
     */
    hear(key: string, atMs: number): string | undefined {
      const before = atMs - heardAt > LONGEST_PAUSE_MS ? '' : heard;
      heardAt = atMs;
      if (key === 'Enter') {
        heard = '';
        return parseVoucherCode(before);
      }
      // A scanner presses Shift for capitals.
      heard = key.length === 1 ? before + key : before;
      return undefined;
    },
  };
}
