import { z } from 'zod';
import { looseText, optionalList, optionalText } from './fields.ts';

/** Some keys have no Value: TransactionReason, Occasion. */
const parameterSchema = z.object({ Key: z.string(), Value: z.unknown().optional() });

/**
 * The result of B2C, B2B, transaction status, account balance and reversal. Only the ids and the result code are always
 * present.
 */
export const resultSchema = z.object({
  Result: z.object({
    ResultType: looseText.nullish(),
    ResultCode: looseText,
    ResultDesc: optionalText,
    OriginatorConversationID: z.string(),
    ConversationID: optionalText,
    TransactionID: looseText.nullish(),
    ResultParameters: z.object({ ResultParameter: optionalList(parameterSchema) }).nullish(),
    ReferenceData: z.object({ ReferenceItem: optionalList(parameterSchema) }).nullish(),
  }),
});
export type ResultBody = z.input<typeof resultSchema>;

/** Our answer to every callback. */
export const callbackAcknowledgement = { ResultCode: 0, ResultDesc: 'Accepted' } as const;
