import { z } from 'zod';
import { callbackUrl, looseText, msisdn, optionalText, shortCode, wholeShillings } from './fields.ts';

/** v3/CustomerToBusinessRegisterURL: words that Daraja refuses in a callback URL. */
export const forbiddenUrlWords = ['mpesa', 'm-pesa', 'safaricom', 'exe', 'cmd', 'sql', 'query'] as const;

/** Returns whether Daraja would refuse this URL for a callback. */
export function hasForbiddenWord(url: string): boolean {
  const lowered = url.toLowerCase();
  return forbiddenUrlWords.some((word) => lowered.includes(word));
}

export const c2bRegisterRequestSchema = z.object({
  ShortCode: shortCode,
  ResponseType: z.enum(['Completed', 'Cancelled']),
  ConfirmationURL: callbackUrl,
  ValidationURL: callbackUrl,
});
export type C2bRegisterRequest = z.input<typeof c2bRegisterRequestSchema>;

/** Daraja itself spells `OriginatorCoversationID` without its first n. */
export const c2bReplySchema = z.object({
  OriginatorCoversationID: z.string(),
  ResponseCode: looseText,
  ResponseDescription: optionalText,
});
export type C2bReply = z.input<typeof c2bReplySchema>;

export const c2bSimulateRequestSchema = z.object({
  ShortCode: shortCode,
  CommandID: z.enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: wholeShillings,
  Msisdn: msisdn,
  BillRefNumber: looseText.pipe(z.string().max(20)).nullish(),
});
export type C2bSimulateRequest = z.input<typeof c2bSimulateRequestSchema>;

/** The body of validation and confirmation requests. MSISDN is masked: 25470****149. */
export const c2bPaymentSchema = z.object({
  TransactionType: optionalText,
  TransID: z.string().trim().min(1),
  TransTime: looseText.nullish(),
  TransAmount: looseText,
  BusinessShortCode: looseText,
  BillRefNumber: optionalText,
  InvoiceNumber: looseText.nullish(),
  OrgAccountBalance: looseText.nullish(),
  ThirdPartyTransID: looseText.nullish(),
  MSISDN: optionalText,
  FirstName: z.string().nullish(),
  MiddleName: z.string().nullish(),
  LastName: z.string().nullish(),
});
export type C2bPaymentBody = z.input<typeof c2bPaymentSchema>;
