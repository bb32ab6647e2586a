import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { shillings } from './money.ts';
import { memberRoles } from './roles.ts';
import { tillRedemption } from './redemptions.ts';
import { tillBill } from './till-bill.ts';
import { uuid } from './text.ts';

/**
 * A note only: it moves no money, and a repeated call replaces the note, until the redemption is in a closed day.
 */
export const noteBill = endpoint({
  method: 'POST',
  path: '/api/redemptions/v1/bill',
  audience: 'merchant',
  roles: memberRoles.everybody,
  tag: 'Till',
  summary: 'Note the total of the bill that a voucher paid in part, and how the customer paid the rest',
  body: z.object({
    redemptionId: uuid,
    total: shillings,
    paidBy: tillBill.shape.paidBy,
    mpesaReceipt: tillBill.shape.mpesaReceipt,
  }),
  example: { body: { redemptionId: sample.id, total: 1_000, paidBy: 'cash' } },
  answer: tillRedemption,
  message: 'Payment of the rest noted',
  refusals: ['redemption_not_found', 'bill_too_small', 'bill_receipt_missing', 'bill_closed'],
  rate: { perMinute: 120 },
});
