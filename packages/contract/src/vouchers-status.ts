import { z } from 'zod';

/** The state of a voucher, from its balance and from how it was closed. */
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
