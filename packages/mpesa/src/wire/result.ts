import { z } from 'zod';
import { looseText } from './fields.ts';

/** Lists of one come as the bare object from some APIs. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z.union([z.array(item), item.transform((one) => [one])]);
}

/** A key without a Value occurs: TransactionReason, Occasion. */
const parameterSchema = z.object({ Key: z.string(), Value: z.unknown().optional() });

/** The result of B2C, B2B, transaction status, account balance and reversal. */
export const resultSchema = z.object({
  Result: z.object({
    ResultType: looseText.optional(),
    ResultCode: looseText,
    ResultDesc: z.string().default(''),
    OriginatorConversationID: z.string(),
    ConversationID: z.string().default(''),
    TransactionID: z.string().optional(),
    ResultParameters: z.object({ ResultParameter: listOf(parameterSchema) }).optional(),
    ReferenceData: z.object({ ReferenceItem: listOf(parameterSchema) }).optional(),
  }),
});
export type ResultBody = z.input<typeof resultSchema>;

/** What a receiver answers to any callback. */
export const callbackAcknowledgement = { ResultCode: 0, ResultDesc: 'Accepted' } as const;
