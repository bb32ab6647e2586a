import { z } from 'zod';
import {
  callbackUrl,
  looseText,
  msisdn,
  optionalList,
  optionalText,
  shortCode,
  timestamp,
  wholeShillings,
} from './fields.ts';

export const accountReferenceLength = 12;
export const transactionDescLength = 13;

/** v3/MpesaExpressSimulate. Only strict servers check the lengths of AccountReference and TransactionDesc. */
export const stkPushRequestSchema = z.object({
  BusinessShortCode: shortCode,
  Password: z.base64().min(1),
  Timestamp: timestamp,
  TransactionType: z.enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: wholeShillings,
  PartyA: msisdn,
  PartyB: shortCode,
  PhoneNumber: msisdn,
  CallBackURL: callbackUrl,
  AccountReference: z.string().min(1),
  TransactionDesc: z.string().min(1),
});
export type StkPushRequest = z.input<typeof stkPushRequestSchema>;

export const stkPushReplySchema = z.object({
  MerchantRequestID: z.string(),
  CheckoutRequestID: z.string(),
  ResponseCode: looseText,
  ResponseDescription: optionalText,
  CustomerMessage: optionalText,
});
export type StkPushReply = z.input<typeof stkPushReplySchema>;

export const stkQueryRequestSchema = z.object({
  BusinessShortCode: shortCode,
  Password: z.base64().min(1),
  Timestamp: timestamp,
  CheckoutRequestID: z.string().min(1),
});
export type StkQueryRequest = z.input<typeof stkQueryRequestSchema>;

/** Since 2025 the answer for a pending payment may have only ResultCode 4999 and ResultDesc. */
export const stkQueryReplySchema = z.object({
  ResponseCode: looseText.nullish(),
  ResponseDescription: optionalText,
  MerchantRequestID: looseText.nullish(),
  CheckoutRequestID: looseText.nullish(),
  ResultCode: looseText,
  ResultDesc: optionalText,
});
export type StkQueryReply = z.input<typeof stkQueryReplySchema>;

/** `Balance` usually has no Value, so Value is optional, and items are found by Name. */
const metadataItemSchema = z.object({ Name: z.string(), Value: z.unknown().optional() });

/** Only CheckoutRequestID and ResultCode are always present. */
export const stkCallbackSchema = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: looseText.nullish(),
      CheckoutRequestID: z.string(),
      ResultCode: looseText,
      ResultDesc: optionalText,
      CallbackMetadata: z.object({ Item: optionalList(metadataItemSchema) }).nullish(),
    }),
  }),
});
export type StkCallbackBody = z.input<typeof stkCallbackSchema>;
