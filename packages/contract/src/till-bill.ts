import { z } from 'zod';
import { shillings } from './money.ts';
import { plainSymbols } from './pasted.ts';

/** The bill that a redemption paid in part. A note of the shop: it moves no money. */
export const tillBill = z.object({
  /** Total of the bill. */
  total: shillings,
  /** The total less the amount of the redemption. */
  rest: shillings,
  /** How the customer paid the rest. */
  paidBy: z.enum(['cash', 'card', 'mpesa']),
  /** Receipt of the payment by M-PESA to the shop, as typed by the cashier. */
  mpesaReceipt: z
    .string()
    .overwrite(plainSymbols)
    .toUpperCase()
    .regex(/^[A-Z0-9]{8,12}$/u, { error: 'Please enter the receipt of the M-PESA message' })
    .optional(),
});
export type TillBill = z.infer<typeof tillBill>;
