import { z } from 'zod';
import { looseText, msisdn, optionalText } from './fields.ts';

/** v3/Swap. */
export const simSwapRequestSchema = z.object({ customerNumber: msisdn });
export type SimSwapRequest = z.input<typeof simSwapRequestSchema>;

/**
 * `lastSwapDate` is Nairobi time, `dd-MM-yyyy HH:mm`. `01-01-1900 00:00` means more than three months ago, or never.
 */
export const simSwapReplySchema = z.object({
  requestRefID: optionalText,
  responseCode: looseText,
  responseDesc: optionalText,
  lastSwapDate: z.string().nullish(),
});
export type SimSwapReply = z.input<typeof simSwapReplySchema>;
