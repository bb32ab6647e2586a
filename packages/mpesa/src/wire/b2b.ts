import { z } from 'zod';
import { commandRequestFields, looseText, msisdn, remarks, shortCode, wholeShillings } from './fields.ts';

export const b2bAccountReferenceLength = 13;

/**
 * v3/BusinessPayBill, v3/BusinessBuyGoods and v3/B2CAccountTopUp differ in CommandID. `RecieverIdentifierType` is
 * Daraja's own spelling.
 */
export const b2bRequestSchema = z.object({
  Initiator: z.string().min(1),
  ...commandRequestFields,
  CommandID: z.enum([
    'BusinessPayBill',
    'BusinessBuyGoods',
    'BusinessPayToBulk',
    'BusinessTransferFromMMFToUtility',
  ]),
  SenderIdentifierType: looseText,
  RecieverIdentifierType: looseText,
  Amount: wholeShillings,
  PartyA: shortCode,
  PartyB: shortCode,
  AccountReference: z.string().max(b2bAccountReferenceLength).optional(),
  Requester: msisdn.optional(),
  Remarks: remarks,
  Occassion: z.string().max(100).optional(),
});
export type B2bRequest = z.input<typeof b2bRequestSchema>;
