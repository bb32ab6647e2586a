import { z } from 'zod';
import { callbackUrl, looseText, msisdn, optionalText, shortCode } from './fields.ts';

export const pullRegisterRequestSchema = z.object({
  ShortCode: shortCode,
  RequestType: z.literal('Pull'),
  NominatedNumber: msisdn,
  CallBackURL: callbackUrl,
});
export type PullRegisterRequest = z.input<typeof pullRegisterRequestSchema>;

export const pullRegisterReplySchema = z.object({
  ResponseRefID: z.string(),
  ResponseStatus: looseText,
  ShortCode: looseText,
  ResponseDescription: optionalText,
});
export type PullRegisterReply = z.input<typeof pullRegisterReplySchema>;

const pullMoment = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

/** v3/PullTransaction: Nairobi times `yyyy-MM-dd HH:mm:ss`, at most 48 hours back. */
export const pullQueryRequestSchema = z.object({
  ShortCode: shortCode,
  StartDate: pullMoment,
  EndDate: pullMoment,
  OffSetValue: looseText.pipe(z.string().regex(/^\d+$/)),
});
export type PullQueryRequest = z.input<typeof pullQueryRequestSchema>;

const pulledTransactionSchema = z.object({
  transactionId: z.string(),
  trxDate: z.string(),
  msisdn: optionalText,
  sender: z.string().nullish(),
  transactiontype: z.string().nullish(),
  billreference: looseText.nullish(),
  amount: looseText,
  organizationname: z.string().nullish(),
});
export type PulledTransactionBody = z.input<typeof pulledTransactionSchema>;

/** ResponseCode 1000 means found, 1001 none found. The rows are in a list within a list. */
export const pullQueryReplySchema = z.object({
  ResponseRefID: z.string(),
  ResponseCode: looseText,
  ResponseMessage: optionalText,
  Response: z
    .array(z.union([z.array(pulledTransactionSchema), pulledTransactionSchema]))
    .nullish()
    .transform((rows) => (rows ?? []).flat()),
});
export type PullQueryReply = z.input<typeof pullQueryReplySchema>;
