import { z } from 'zod';
import { commandRequestFields, looseText, remarks, shortCode, wholeShillings } from './fields.ts';

/**
 * v3/TransactionStatus: TransactionID or OriginalConversationID names the transaction. Here Daraja spells `Occasion`
 * with one s.
 */
export const transactionStatusRequestSchema = z
  .object({
    Initiator: z.string().min(1),
    ...commandRequestFields,
    CommandID: z.literal('TransactionStatusQuery'),
    TransactionID: z.string().optional(),
    OriginalConversationID: z.string().optional(),
    PartyA: shortCode,
    IdentifierType: looseText,
    Remarks: remarks,
    Occasion: z.string().max(100).optional(),
  })
  .refine((request) => Boolean(request.TransactionID || request.OriginalConversationID), {
    path: ['TransactionID'],
  });
export type TransactionStatusRequest = z.input<typeof transactionStatusRequestSchema>;

/** v3/AccountBalance. */
export const accountBalanceRequestSchema = z.object({
  Initiator: z.string().min(1),
  ...commandRequestFields,
  CommandID: z.literal('AccountBalance'),
  PartyA: shortCode,
  IdentifierType: looseText,
  Remarks: remarks,
});
export type AccountBalanceRequest = z.input<typeof accountBalanceRequestSchema>;

/** v3/Reversal, for C2B and STK payments only. RecieverIdentifierType is always "11". */
export const reversalRequestSchema = z.object({
  Initiator: z.string().min(1),
  ...commandRequestFields,
  CommandID: z.literal('TransactionReversal'),
  TransactionID: z.string().min(1),
  Amount: wholeShillings,
  ReceiverParty: shortCode,
  RecieverIdentifierType: looseText.pipe(z.literal('11')),
  Remarks: remarks,
  Occasion: z.string().max(100).optional(),
});
export type ReversalRequest = z.input<typeof reversalRequestSchema>;
