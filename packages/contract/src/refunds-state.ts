import { z } from 'zod';

/**
 * Whether money that moved came back. It never changes the status of the movement itself. `refunded`: the whole
 * payment went back. `partly_refunded`: the rest of it went back. `reversed`: Safaricom reversed the payment, or the
 * shop its redemption. `taken_back`: support voided the voucher and returned the rest. Or a withdrawal that had been
 * returned was taken out of the wallet again, because M-PESA had paid it.
 */
export const refundState = z.enum(['refunded', 'partly_refunded', 'reversed', 'taken_back']);
export type RefundState = z.infer<typeof refundState>;
