import { z } from 'zod';

/**
 * Whether moved money has come back. The transaction's own status does not change. `refunded`: the whole payment was
 * returned. `partly_refunded`: the unspent rest was returned. `reversed`: Safaricom reversed the payment, or the shop
 * reversed the redemption. `taken_back`: support voided the voucher and returned its rest; or M-PESA had paid a
 * withdrawal after all, so its returned amount was taken from the wallet again.
 */
export const refundState = z.enum(['refunded', 'partly_refunded', 'reversed', 'taken_back']);
export type RefundState = z.infer<typeof refundState>;
