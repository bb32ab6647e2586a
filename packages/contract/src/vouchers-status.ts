import { z } from 'zod';

/** How a voucher stands, from its balance and from how it was closed. */
export const voucherStatus = z.enum([
  'ACTIVE',
  'PARTIALLY_REDEEMED',
  'REDEEMED',
  'CLAIMED',
  'EXPIRED',
  'VOIDED',
  'REFUNDED',
]);

export type VoucherStatus = z.infer<typeof voucherStatus>;
