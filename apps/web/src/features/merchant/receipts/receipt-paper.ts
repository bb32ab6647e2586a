import type { Phrase } from '../../../i18n/say.ts';
import { createDeviceChoice } from '../redemptions/device-choice.ts';

/** Paper formats of a till's receipts. */
export const PAPERS = {
  'roll-58': '58 mm roll',
  'roll-80': '80 mm roll',
  a5: 'A5 sheet',
  a4: 'A4 sheet',
} as const satisfies Record<string, Phrase>;
export type Paper = keyof typeof PAPERS;

export const isPaper = (text: string | null): text is Paper =>
  text !== null && Object.keys(PAPERS).includes(text);

/** The chosen paper, stored on the device because its printer stays with it. */
export const receiptPaper = createDeviceChoice<Paper>('zawadi-receipt-paper', (kept) =>
  isPaper(kept) ? kept : 'roll-58',
);
