import { z } from 'zod';

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
