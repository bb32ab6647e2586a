import { z } from 'zod';

/**
 * What became of money that had moved, beside the status of the movement itself, which it never changes.
 * `refunded`: all that was paid went back. `partly_refunded`: what was left of it. `reversed`: Safaricom reversed the payment,
 * or the shop its redemption. `taken_back`: support made the voucher void and gave back what was left; or a withdrawal that
 * had been given back was taken out of the wallet again, because M-PESA had paid it.
 */
export const refundState = z.enum(['refunded', 'partly_refunded', 'reversed', 'taken_back']);
export type RefundState = z.infer<typeof refundState>;
