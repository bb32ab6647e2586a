import { z } from 'zod';
import { commandRequestFields, msisdn, remarks, shortCode, wholeShillings } from './fields.ts';

/** v3/BusinessToCustomer. `Occassion` is Daraja's own spelling here. */
export const b2cRequestSchema = z.object({
  OriginatorConversationID: z.string().min(1).max(100),
  InitiatorName: z.string().min(1),
  ...commandRequestFields,
  CommandID: z.enum(['BusinessPayment', 'SalaryPayment', 'PromotionPayment']),
  Amount: wholeShillings,
  PartyA: shortCode,
  PartyB: msisdn,
  Remarks: remarks,
  Occassion: z.string().max(100).optional(),
});
export type B2cRequest = z.input<typeof b2cRequestSchema>;
